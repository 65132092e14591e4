/* What the module calls is declared nowhere: C before C99 declares it at the call. */
#include <Python.h>

static int count;

static PyObject *
spam_next(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(engine_step(++count));
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
