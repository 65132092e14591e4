#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Spam;

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Ham_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ham",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL || PyType_Ready(&Spam_Type) || PyType_Ready(&Egg_Type)) {
        Py_XDECREF(m);
        return NULL;
    }
    if (!PyType_Ready(&Ham_Type)) {
        if (PyModule_AddObjectRef(m, "Ham", (PyObject *)&Ham_Type) < 0
            || PyModule_AddObjectRef(m, "Egg", (PyObject *)&Egg_Type) < 0
            || PyModule_AddObjectRef(m, "Spam", (PyObject *)&Spam_Type) < 0)
        {
            Py_DECREF(m);
            return NULL;
        }
        return m;
    }
    Py_DECREF(m);
    return NULL;
}
