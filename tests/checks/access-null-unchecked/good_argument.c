/* Arguments that may be NULL, or are asked before. */
#include "../module.h"

static PyObject *
pack(PyObject *module, PyObject *arg)
{
    PyObject *list = PySequence_List(arg);
    if (list == NULL) {
        return NULL;
    }
    PyObject *result = PyTuple_Pack(2, arg, list);
    Py_DECREF(list);
    return result;
}

/* It raises for NULL, or takes it for what is not given. */
static PyObject *
call(PyObject *module, PyObject *arg)
{
    PyObject *args = PyObject_GetAttrString(arg, "method");
    PyObject *result = PyObject_CallMethod(args, "run", NULL);
    Py_XDECREF(args);
    PyObject *start = NULL;
    PyObject *slice = result != NULL ? PySlice_New(start, result, NULL) : NULL;
    Py_XDECREF(result);
    return slice;
}

/* PyCallable_Check answers for NULL. */
static PyObject *
read_file(PyObject *module, PyObject *file)
{
    PyObject *method = PyObject_GetAttrString(file, "read");
    if (!PyCallable_Check(method)) {
        Py_XDECREF(method);
        PyErr_SetString(PyExc_TypeError, "expected file");
        return NULL;
    }
    PyObject *text = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    return text;
}

PyMethodDef methods[] = {
    {"read", read_file, METH_O, NULL},
    {"pack", pack, METH_O, NULL},
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
