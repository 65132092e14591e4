/* What stands in the way of the whole module is said, and what of its initialisation alone. */
#include <Python.h>

static int count;

static void
at_exit(void)
{
    count = 0;
}

static PyObject *
spam_next(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(++count);
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#ifndef PYPY_VERSION
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};
#else
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", "for PyPy", -1, methods, NULL, NULL, NULL, NULL,
};
#endif

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (Py_AtExit(at_exit) != 0) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
