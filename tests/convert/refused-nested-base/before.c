/* Whether a type gets its base depends on what is known at run time. */
#include <Python.h>

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

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

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};



static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    Base_Type.tp_new = First_Type.tp_new = Second_Type.tp_new = PyType_GenericNew;
    if (Py_Version >= 0x030d0000) First_Type.tp_base = &Base_Type;
    Plain_Type.tp_base = &PyBaseObject_Type;
    Plain_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Base_Type) < 0 || PyType_Ready(&First_Type) < 0
        || PyType_Ready(&Second_Type) < 0 || PyType_Ready(&Plain_Type) < 0)
    {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(m, "Base", (PyObject *)&Base_Type) < 0
        || PyModule_AddObjectRef(m, "First", (PyObject *)&First_Type) < 0
        || PyModule_AddObjectRef(m, "Second", (PyObject *)&Second_Type) < 0
        || PyModule_AddObjectRef(m, "Plain", (PyObject *)&Plain_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
