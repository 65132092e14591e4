#include <Python.h>

#define WORDS(X) X(read) X(write)

static PyObject *
spam_one(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
#define X(word) \
    if (PyModule_AddStringConstant(module, #word, #word) < 0) { \
        Py_DECREF(module); \
        return NULL; \
    }
    WORDS(X)
#undef X
    return module;
}
