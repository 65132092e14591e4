/* The format takes the reference of what each call stores: the static never had one. */
#include <Python.h>

static PyObject *fresh;

static PyObject *
make(PyObject *self, PyObject *args)
{
    fresh = PyList_New(0);
    return Py_BuildValue("{s:N}", "fresh", fresh);
}

static PyObject *
size(PyObject *self, PyObject *args)
{
    return PyLong_FromSsize_t(fresh != NULL ? PyList_Size(fresh) : 0);
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"size", size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
