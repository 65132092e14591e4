#include <Python.h>

static PyObject *cache;

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    Py_INCREF(arg);
    Py_XSETREF(cache, arg);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

#define READY(type) (PyType_Ready(&type) < 0)

static void
ready_egg(void)
{
    PyType_Ready(&Egg_Type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (READY(Spam_Type)) {
        return NULL;
    }
    ready_egg();
    return PyModule_Create(&spam_module);
}
