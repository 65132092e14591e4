#include <Python.h>

#ifdef Py_GIL_DISABLED
#define WITHOUT_GIL(m) \
    do { \
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED); \
    } while (0)
#else
#define WITHOUT_GIL(m) do {} while (0)
#endif

static PyObject *
spam_one(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(1);
}

static PyMethodDef spam_methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    {
        WITHOUT_GIL(m);
    }
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
