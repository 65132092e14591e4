#include <Python.h>

static PyObject *error;
static struct PyModuleDef spam_module;

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
add_things(PyObject *module)
{
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return -1;
    }
    Py_INCREF(error);
    return PyModule_AddObject(module, "error", error);
}

static PyObject *
setup(void)
{
    PyObject *m = NULL, *version;

    m = PyModule_Create(&spam_module);
    if (m == NULL)
        return NULL;
    if (add_things(m) < 0)
        return NULL;
    version = PyUnicode_FromString("1.0");
    if (version == NULL || PyModule_AddObject(m, "__version__", version) < 0) {
        Py_XDECREF(version);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return setup();
}
