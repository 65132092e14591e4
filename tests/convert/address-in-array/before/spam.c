#include <Python.h>
#include "vendor/buffers.h"
#include "vendor/numpy/arrayobject.h"

#define SIZE 16

/* An array of NumPy reads it, and may outlive the module. */
static double table[SIZE];
/* So does a ufunc, which finds the same there after each import. */
static PyUFuncGenericFunction loops[1];
static void *data[1];
static char types[2];
/* The same with the struct of another module's functions. */
static char line[SIZE];
static const buffers_api *buffers;
/* Only read in the call. */
static npy_intp shape[1];
static int n_calls;

static void
loop(char **args, npy_intp const *dimensions, npy_intp const *steps, void *context)
{
    for (npy_intp i = 0; i < dimensions[0]; i++) {
        *(double *)(args[1] + i * steps[1]) = -*(double *)(args[0] + i * steps[0]);
    }
}

static PyObject *
spam_table(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    shape[0] = SIZE;
    n_calls++;
    return PyArray_SimpleNewFromData(1, shape, 12, table);
}

static PyObject *
spam_fresh(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    shape[0] = SIZE;
    return PyArray_SimpleNew(1, shape, 12);
}

static PyObject *
spam_line(PyObject *self, PyObject *arg)
{
    line[0] = (char)PyLong_AsLong(arg);
    return buffers->over(line, SIZE);
}

static PyMethodDef spam_methods[] = {
    {"table", spam_table, METH_NOARGS, NULL},
    {"line", spam_line, METH_O, NULL},
    {"fresh", spam_fresh, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (_import_array() < 0) {
        return NULL;
    }
    buffers = PyCapsule_Import("buffers.api", 0);
    if (buffers == NULL) {
        return NULL;
    }
    for (int i = 0; i < SIZE; i++) {
        table[i] = i / 2.0;
    }
    loops[0] = loop;
    data[0] = NULL;
    types[0] = 12;
    types[1] = 12;
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    PyObject *negative = PyUFunc_FromFuncAndData(loops, data, types, 1, 1, 1, -1, "negative",
                                                 NULL, 0);
    if (PyModule_AddObjectRef(module, "negative", negative) < 0) {
        Py_XDECREF(negative);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(negative);
    return module;
}
