/* The module is returned where a call has failed, too: with its exception, it is no success. */
#include <Python.h>

#define RETURN_MODULE return module

typedef struct {
    PyObject_HEAD
    int value;
} Egg;

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL)
        RETURN_MODULE;
    if (PyType_Ready(&Egg_Type) < 0)
        RETURN_MODULE;
    Py_INCREF(&Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)&Egg_Type) < 0)
        RETURN_MODULE;
    RETURN_MODULE;
}
