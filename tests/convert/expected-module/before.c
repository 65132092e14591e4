#include <Python.h>

#if defined(__GNUC__)
#define unlikely(x) __builtin_expect(!!(x), 0)
#else
#define unlikely(x) (x)
#endif

static PyObject *empty;

static PyObject *
spam_lay(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (empty == NULL) {
        empty = PyTuple_New(0);
    }
    Py_XINCREF(empty);
    return empty;
}

static PyMethodDef spam_methods[] = {
    {"lay", spam_lay, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (unlikely(!module)) return NULL;

    if (unlikely(PyModule_AddStringConstant(module, "version", "1") < 0)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
