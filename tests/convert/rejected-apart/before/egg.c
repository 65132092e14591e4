#include <Python.h>

static int count;

static PyObject *
egg_next(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(++count);
}

static PyMethodDef methods[] = {
    {"next", egg_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC
PyInit_egg(void)
{
    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "egg", NULL, -1, methods, NULL, NULL, NULL, NULL,
    };
    return PyModule_Create(&definition);
}
