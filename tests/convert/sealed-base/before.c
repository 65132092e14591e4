/* Types of the module derive from one that Python code cannot derive from. */
#include <Python.h>

static PyObject *
base_name(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyUnicode_FromString(Py_TYPE(self)->tp_name);
}

static PyMethodDef base_methods[] = {
    {"name", base_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = base_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject One_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.One",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Base_Type,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Open_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Open",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
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
    Open_Type.tp_base = &One_Type;
    if (PyType_Ready(&Base_Type) < 0 || PyType_Ready(&One_Type) < 0
        || PyType_Ready(&Open_Type) < 0)
    {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Base", (PyObject *)&Base_Type) < 0
        || PyModule_AddObjectRef(module, "One", (PyObject *)&One_Type) < 0
        || PyModule_AddObjectRef(module, "Open", (PyObject *)&Open_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
