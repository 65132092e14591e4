#include <Python.h>

typedef struct {
    PyObject *SpamError;
    PyTypeObject *spam_Type;
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
spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
spam_heap_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, spam_dealloc},
    {Py_tp_traverse, spam_heap_traverse},
    {0, NULL},
};

static PyType_Spec spam_Type_spec = {
    .name = "spam.spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = spam_Type_slots,
};

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->spam_Type);
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
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(spam_state),
    methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &spam_Type_spec, NULL);
    if (state->spam_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->spam_Type);
    if (PyModule_AddObject(m, "spam", (PyObject *)state->spam_Type) < 0) {
        Py_DECREF(state->spam_Type);
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.error", NULL, NULL);
    Py_XINCREF(state->SpamError);
    if (PyModule_AddObject(m, "error", state->SpamError) < 0) {
        Py_CLEAR(state->SpamError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
