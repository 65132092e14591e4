/* Pragmas around nothing but the return of the module are no work for an exec function. */
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
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
    return PyModule_Create(&spam_module);
#pragma GCC diagnostic pop
}
