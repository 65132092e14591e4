#include <Python.h>

static PyObject *last;

static PyObject *
egg_last(PyObject *self, PyObject *arg)
{
    if (self != NULL) {
        return NULL;
    }
    Py_XINCREF(last);
    return last != NULL ? last : PyObject_Repr(arg);
}

static PyMethodDef egg_methods[] = {
    {"last", egg_last, METH_O | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_methods = egg_methods,
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
