#include <Python.h>

#ifdef Py_GIL_DISABLED
#define WITHOUT_GIL(m) \
    do { \
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED); \
    } while (0)
#else
#define WITHOUT_GIL(m) do {} while (0)
#endif

#define MAKE_MODULE(ob, name, doc, methods) { \
    static struct PyModuleDef spam_module = { \
        PyModuleDef_HEAD_INIT, name, doc, -1, methods, NULL, NULL, NULL, NULL}; \
    ob = PyModule_Create(&spam_module); \
    if (ob == NULL) { return NULL; } \
    WITHOUT_GIL(ob); \
}

static PyObject *
spam_one(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(1);
}

static PyMethodDef spam_methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {NULL}
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    MAKE_MODULE(m, "spam", NULL, spam_methods)
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
