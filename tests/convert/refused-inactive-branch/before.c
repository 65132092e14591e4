#include <Python.h>

static PyObject *cache;

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    Py_XINCREF(cache);
    return cache != NULL ? cache : PyObject_Repr(arg);
}

#ifdef _WIN32
static PyObject *
spam_windows(PyObject *self, PyObject *arg)
{
    return cache;
}
#endif

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
#ifdef _WIN32
    {"windows", spam_windows, METH_NOARGS, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
