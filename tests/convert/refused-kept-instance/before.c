#include <Python.h>

typedef struct EggObject {
    PyObject_HEAD
    int kept;
} EggObject;

static void
egg_dealloc(PyObject *self)
{
    if (!((EggObject *)self)->kept) {
        PyObject_Free(self);
    }
}

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = egg_dealloc,
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
