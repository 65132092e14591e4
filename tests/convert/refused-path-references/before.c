/* More or fewer references than are given away, on some path. */
#include <Python.h>

typedef struct { PyObject_HEAD int n; } Thing;

static PyTypeObject Either_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Either",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Twice_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Twice",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
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
    if (PyType_Ready(&Either_Type) < 0 || PyType_Ready(&Twice_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Either_Type);
    if (PyObject_HasAttrString(m, "Either")) {
        if (PyModule_AddObject(m, "Either", (PyObject *)&Either_Type) < 0) {
            return NULL;
        }
    }
    else if (PyObject_SetAttrString(m, "Either", (PyObject *)&Either_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Twice_Type);
    if (PyModule_AddObject(m, "Twice", (PyObject *)&Twice_Type) < 0) {
        return NULL;
    }
    if (PyModule_AddObject(m, "Again", (PyObject *)&Twice_Type) < 0) {
        return NULL;
    }
    return m;
}
