#include <Python.h>

static PyObject *
spam_f(PyObject *self, PyObject *arg)
{
    return PyObject_Repr(arg);
}

static PyMethodDef methods[] = {
    {"f", spam_f, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

static PyObject *
finish(PyObject *m)
{
    Py_XDECREF(m);
    return PyImport_ImportModule("string");
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    return finish(m);
}
