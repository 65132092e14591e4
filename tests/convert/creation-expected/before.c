/* The question whether the module was made is one that is not expected. */
#include <Python.h>

#define unlikely(x) __builtin_expect(!!(x), 0)

static long n_calls;

static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++n_calls);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;
    if (unlikely((module = PyModule_Create(&spam_module)) == NULL)) {
        return NULL;
    }
    if (unlikely(PyModule_AddIntConstant(module, "one", 1) < 0)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
