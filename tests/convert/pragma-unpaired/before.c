/* A pragma that says something of what follows the function stays. */
#include <Python.h>

static PyObject *
spam_two(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args))
{
    return PyLong_FromLong(2);
}

static PyMethodDef spam_methods[] = {
    {"two", spam_two, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
#pragma GCC diagnostic ignored "-Wunused-function"
    return PyModule_Create(&spam_module);
}
