/* A module with a state and its own function that gives it: what is written uses that, too. */
#include <Python.h>

typedef struct {
    PyObject *error;
    PyTypeObject *Spam_Type;
} spam_state;

static struct PyModuleDef spam_module;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (spam_state *)state;
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* By an instance, which keeps it in *kept: its type holds the module. */
static inline spam_state *
get_spam_state_kept(PyTypeObject *type, void **kept)
{
    if (*kept != NULL) {
        return (spam_state *)*kept;
    }
    spam_state *st = get_spam_state_by_type(type);
    *kept = st;
    return st;
}

typedef struct {
    PyObject_HEAD
    long size;
    void *st; /* of the module, once it was looked up */
} Spam;

static PyObject *
spam_grow(Spam *self, PyObject *other)
{
    spam_state *st = get_spam_state_kept(Py_TYPE(self), &self->st);
    if (!PyObject_TypeCheck(other, st->Spam_Type)) {
        PyErr_SetString(st->error, "no Spam");
        return NULL;
    }
    self->size += ((Spam *)other)->size + 1;
    return PyLong_FromLong(self->size);
}

static PyMethodDef spam_methods[] = {
    {"grow", (PyCFunction)spam_grow, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_methods, spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_spam_state(module)->error);
    Py_VISIT(get_spam_state(module)->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(get_spam_state(module)->error);
    Py_CLEAR(get_spam_state(module)->Spam_Type);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL, spam_slots,
    spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *st = get_spam_state(module);
    st->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Spam_Type_spec, NULL);
    if (st->Spam_Type == NULL) {
        return -1;
    }
    get_spam_state(module)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (get_spam_state(module)->error == NULL) {
        return -1;
    }
    Py_INCREF(st->Spam_Type);
    if (PyModule_AddObject(module, "Spam", (PyObject *)st->Spam_Type) < 0) {
        Py_DECREF(st->Spam_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
