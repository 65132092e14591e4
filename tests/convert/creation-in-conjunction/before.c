/* All that must succeed stands in one condition. */
#include <Python.h>

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
add_constants(PyObject *module)
{
    return PyModule_AddIntConstant(module, "one", 1);
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = NULL;
    if (PyType_Ready(&Egg_Type) == 0 && (module = PyModule_Create(&spam_module)) != NULL
        && add_constants(module) == 0
        && PyModule_AddObjectRef(module, "Egg", (PyObject *)&Egg_Type) == 0)
    {
        return module;
    }
    Py_XDECREF(module);
    return NULL;
}
