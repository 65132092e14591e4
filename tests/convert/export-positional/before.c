#include <Python.h>

static int n_calls;

static PyObject *
count(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(++n_calls);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};

struct PyModuleDef *
definition_of_spam(void)
{
    return &spam;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam);
}
