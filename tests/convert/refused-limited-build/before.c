#include <Python.h>

static long n_calls;

static PyObject *
spam_count(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLong(++n_calls);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
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
