/* A type that gets the function which calls it at import: no slot of a spec, a field. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    Py_ssize_t n;
} SpamObject;

typedef struct {
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(SpamObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyObject *
spam_vectorcall(PyObject *type, PyObject *const *args, size_t n, PyObject *names)
{
    SpamObject *self = (SpamObject *)((PyTypeObject *)type)->tp_alloc(
        (PyTypeObject *)type, 0);
    if (self != NULL) {
        self->n = PyVectorcall_NARGS(n);
    }
    return (PyObject *)self;
}

static PyObject *
spam_size(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    if (!PyObject_TypeCheck(object, state->Spam_Type)) {
        PyErr_SetString(PyExc_TypeError, "Spam expected");
        return NULL;
    }
    return PyLong_FromSsize_t(((SpamObject *)object)->n);
}

static PyMethodDef spam_methods[] = {
    {"size", spam_size, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->Spam_Type->tp_vectorcall = spam_vectorcall;
    if (PyModule_AddType(m, state->Spam_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
