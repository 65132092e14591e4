/* Releases where PyModule_AddObject fails: of the reference that was taken for it, and of the
 * static's own. */
#include <Python.h>

static PyTypeObject First_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.First",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Second_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Second",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Third_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Third",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

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
    if (PyType_Ready(&First_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&First_Type);
    if (PyModule_AddObject(m, "First", (PyObject *)&First_Type) < 0) {
        Py_DECREF(m);
        Py_DECREF(&First_Type);
        return NULL;
    }
    if (PyType_Ready(&Second_Type) < 0) {
        Py_DECREF(m);
        Py_DECREF(&First_Type);
        return NULL;
    }
    Py_INCREF(&Second_Type);
    if (PyModule_AddObject(m, "Second", (PyObject *)&Second_Type) < 0) {
        Py_DECREF(m);
        Py_DECREF(&First_Type);
        Py_DECREF(&Second_Type);
        return NULL;
    }
    if (PyType_Ready(&Third_Type) < 0) {
        Py_DECREF(m);
        Py_DECREF(&First_Type);
        Py_DECREF(&Second_Type);
        return NULL;
    }
    /* None is taken for this one. */
    if (PyModule_AddObject(m, "Third", (PyObject *)&Third_Type) < 0) {
        Py_DECREF(&Third_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
