#include <Python.h>
#include <stdlib.h>

static PyObject *cache;

typedef struct {
    PyObject_HEAD
    void *buffer;
} EggObject;

static void
egg_dealloc(PyObject *self)
{
    if (cache == NULL) {
        free(((EggObject *)self)->buffer);
    }
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = egg_dealloc,
};

static PyObject *
keep(PyObject *module, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(cache, value);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
