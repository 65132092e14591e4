/* A static type may derive from bool, a heap type may not. */
#include <Python.h>

static PyTypeObject Flag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Flag",
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
    Flag_Type.tp_base = &PyBool_Type;
    if (PyType_Ready(&Flag_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Flag", (PyObject *)&Flag_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
