/* An init function that gives the module where a call has failed: the import must fail. */
#include <Python.h>

static PyTypeObject One_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.One",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Two_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Two",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
is_wanted(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? *value - '0' : -1;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&One_Type) < 0 || PyType_Ready(&Two_Type) < 0)
        return m;
    if (PyModule_AddIntConstant(m, "one", 1) < 0) {
        return m;
    }
    /* Its exception is gone. */
    if (PyModule_AddIntConstant(m, "two", 2) < 0) {
        PyErr_Clear();
        return m;
    }
    /* Not a failure. */
    if (is_wanted("SPAM_TYPES") < 0) {
        return m;
    }
    if (PyOS_strnicmp(Py_GetVersion(), "3", 1) < 0) {
        return m;
    }
    if (PyModule_AddObjectRef(m, "One", (PyObject *)&One_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
