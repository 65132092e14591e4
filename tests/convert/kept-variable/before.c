#include <Python.h>

static PyObject *pattern;

static PyObject *
spam_pattern(PyObject *self, PyObject *args)
{
    Py_INCREF(pattern);
    return pattern;
}

static PyMethodDef methods[] = {
    {"pattern", spam_pattern, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = NULL;

    module = PyImport_ImportModule("re");
    if (module == NULL) {
        goto fail;
    }
    pattern = PyObject_CallMethod(module, "compile", "s", "a+");
    Py_CLEAR(module);
    if (pattern == NULL) {
        goto fail;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        goto fail;
    }
    return module;

fail:
    Py_XDECREF(module);
    return NULL;
}
