#include <Python.h>

static long n_calls;

static PyObject *
two_count(PyObject *, PyObject *)
{
    return PyLong_FromLong(++n_calls);
}

static PyMethodDef two_methods[] = {
    {"count", two_count, METH_NOARGS, "Count."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef two_module = {
    PyModuleDef_HEAD_INIT, "two", "Counts.", -1, two_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_two(void)
{
    return PyModule_Create(&two_module);
}
