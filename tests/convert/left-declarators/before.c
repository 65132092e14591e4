#include <Python.h>

/* Those that stay keep their lines and comments. */
static double scale = 1.5, /* as in the table */
              first,       /* of all */
              offset = 0.5;

static int base = 10, n_seen, width = 8,
           n_left, height = 4;

static PyObject *
spam_see(PyObject *self, PyObject *args)
{
    first = scale * n_seen++ + offset;
    n_left = base - n_seen;
    return Py_BuildValue("diii", first, n_left, width, height);
}

static PyMethodDef spam_methods[] = {
    {"see", spam_see, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
