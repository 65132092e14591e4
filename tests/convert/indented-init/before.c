#include <Python.h>

static PyObject *
spam_one(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(1);
}

static PyMethodDef spam_methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {NULL}
};

#if PY_MAJOR_VERSION >= 3
    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT,
        "spam",
        NULL,
        -1,
        spam_methods
    };

    PyMODINIT_FUNC
    PyInit_spam(void)
    {
        PyObject *module = PyModule_Create(&spam_module);
        if (!module) {
            return NULL;
        }
        if (PyModule_AddIntConstant(module, "TWO", 2) < 0) {
            Py_DECREF(module);
            return NULL;
        }
        return module;
    }
#else
    PyMODINIT_FUNC
    initspam(void)
    {
        (void)Py_InitModule3("spam", spam_methods, NULL);
    }
#endif
