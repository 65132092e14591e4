/* A helper frees the instances for the dealloc function and for a constructor that fails: it
 * releases the type for both. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    char *text;
    PyObject *owner;
} Spam;

static void
spam_free(Spam *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    free(self->text);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static void
Spam_dealloc(PyObject *op)
{
    PyObject_GC_UnTrack(op);
    Spam *self = (Spam *)op;
    Py_CLEAR(self->owner);
    spam_free(self);
}

typedef struct {
    PyTypeObject *Spam_Type;
} spam_module_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_module_state *
get_spam_module_state(PyObject *module)
{
    return (spam_module_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_module_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static PyObject *
make(PyObject *module, PyObject *owner)
{
    spam_module_state *state = get_spam_module_state(module);
    Spam *self = (Spam *)state->Spam_Type->tp_alloc(state->Spam_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->owner = NULL;
    self->text = malloc(10);
    if (self->text == NULL) {
        spam_free(self);
        return PyErr_NoMemory();
    }
    Py_INCREF(owner);
    self->owner = owner;
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Spam_traverse(Spam *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Spam_Type_slots,
};

static int
spam_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_module_clear(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_CLEAR(state->Spam_Type);
    return 0;
}

static void
spam_module_free(void *module)
{
    (void)spam_module_clear((PyObject *)module);
}

static int spam_module_exec(PyObject *module);

static PyModuleDef_Slot spam_module_slots[] = {
    {Py_mod_exec, spam_module_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam",
    .m_size = sizeof(spam_module_state), .m_methods = methods,
    .m_slots = spam_module_slots,
    .m_traverse = spam_module_traverse,
    .m_clear = spam_module_clear,
    .m_free = spam_module_free,
};

static int
spam_module_exec(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    state->Spam_Type = spam_module_new_type(module, &Spam_Type_spec);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
