#include <Python.h>

static int count;

static PyObject *
spam_next(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(++count);
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
    };
    return PyModule_Create(&definition);
}
