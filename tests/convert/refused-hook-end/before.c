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

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    if (module != NULL) {
        return 0;
    }
    else {
        return -1;
    }
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_methods = methods,
    .m_traverse = spam_traverse,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
