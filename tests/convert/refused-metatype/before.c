#include <Python.h>

static PyTypeObject Meta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Meta",
    .tp_base = &PyType_Type,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(&Meta_Type, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
