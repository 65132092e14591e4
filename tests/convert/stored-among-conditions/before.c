/* The module is stored for PyState_FindModule beside other things that may fail. */
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
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Egg_Type) < 0 || PyState_AddModule(module, &spam_module) < 0
        || add_constants(module) < 0
        || PyModule_AddObjectRef(module, "Egg", (PyObject *)&Egg_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
