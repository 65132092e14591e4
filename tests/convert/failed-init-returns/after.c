/* An init function that gives the module where a call has failed: the import must fail. */
#include <Python.h>

typedef struct {
    PyTypeObject *One_Type;
    PyTypeObject *Two_Type;
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
One_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
One_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot One_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, One_dealloc},
    {Py_tp_traverse, One_traverse},
    {0, NULL},
};

static PyType_Spec One_Type_spec = {
    .name = "spam.One",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = One_Type_slots,
};

static void
Two_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Two_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Two_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Two_dealloc},
    {Py_tp_traverse, Two_traverse},
    {0, NULL},
};

static PyType_Spec Two_Type_spec = {
    .name = "spam.Two",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Two_Type_slots,
};

static int
is_wanted(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? *value - '0' : -1;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->One_Type);
    Py_VISIT(state->Two_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->One_Type);
    Py_CLEAR(state->Two_Type);
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
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->One_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &One_Type_spec, NULL)) == NULL
        || (state->Two_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Two_Type_spec, NULL)) == NULL)
        return -1;
    if (PyModule_AddIntConstant(m, "one", 1) < 0) {
        return -1;
    }
    /* Its exception is gone. */
    if (PyModule_AddIntConstant(m, "two", 2) < 0) {
        PyErr_Clear();
        return 0;
    }
    /* Not a failure. */
    if (is_wanted("SPAM_TYPES") < 0) {
        return 0;
    }
    if (PyOS_strnicmp(Py_GetVersion(), "3", 1) < 0) {
        return 0;
    }
    if (PyModule_AddObjectRef(m, "One", (PyObject *)state->One_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
