/* Buffers that the module keeps are given back to their exporters, which count them. */
#include <Python.h>

struct source {
    const char *name;
    Py_buffer view;
};

static Py_buffer last;
static struct source sources[2];

static PyObject *
spam_keep(PyObject *self, PyObject *object)
{
    PyBuffer_Release(&last);
    if (PyObject_GetBuffer(object, &last, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(last.len);
}

static PyObject *
spam_set(PyObject *self, PyObject *args)
{
    int i;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "iy*", &i, &view)) {
        return NULL;
    }
    PyBuffer_Release(&sources[i & 1].view);
    sources[i & 1].name = "set";
    sources[i & 1].view = view;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"keep", spam_keep, METH_O, NULL},
    {"set", spam_set, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
