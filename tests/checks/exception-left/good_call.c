/* Calls while no exception is set, or while nobody knows of one. */
#include "../module.h"

static PyObject *
length(PyObject *self, PyObject *value)
{
    PyObject *hint = PyObject_GetAttrString(value, "hint");
    if (hint == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return NULL;
        }
        PyErr_Clear();
        hint = PyObject_CallNoArgs(self);
    }
    return hint;
}

/* The exception is put aside. */
static PyObject *
closed(PyObject *self, PyObject *file)
{
    PyObject *text = PyObject_CallMethod(file, "read", NULL);
    if (text == NULL) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        PyObject *done = PyObject_CallMethod(file, "close", NULL);
        if (done == NULL) {
            PyErr_Clear();
        }
        Py_XDECREF(done);
        PyErr_Restore(type, value, traceback);
        return NULL;
    }
    return text;
}

/* Several results are asked for together: no fault that matters. */
static PyObject *
both(PyObject *self, PyObject *value)
{
    PyObject *one = PyObject_GetAttrString(value, "one");
    PyObject *two = PyObject_GetAttrString(value, "two");
    PyObject *result = NULL;
    if (one != NULL && two != NULL) {
        result = PyTuple_Pack(2, one, two);
    }
    Py_XDECREF(one);
    Py_XDECREF(two);
    return result;
}

/* What an iterator ends with is no exception. */
static PyObject *
drained(PyObject *self, PyObject *iterator)
{
    PyObject *item = PyIter_Next(iterator);
    if (item == NULL) {
        if (PyErr_Occurred()) {
            return NULL;
        }
        return PyObject_CallMethod(iterator, "close", NULL);
    }
    return item;
}

/* The failure is written where it stands, and no exception is set behind it. */
static PyObject *
logged(PyObject *self, PyObject *value)
{
    PyObject *text = PyObject_Str(value);
    if (text == NULL) {
        PyErr_WriteUnraisable(value);
        return PyObject_Repr(self);
    }
    return text;
}

/* It is raised again as another one. */
static PyObject *
renamed(PyObject *self, PyObject *value)
{
    PyObject *text = PyObject_Str(value);
    if (text == NULL && PyErr_ExceptionMatches(PyExc_ValueError)) {
        PyErr_Clear();
        text = PyObject_Repr(value);
    }
    return text;
}

PyMethodDef methods[] = {
    {"length", length, METH_O, NULL},   {"closed", closed, METH_O, NULL},
    {"both", both, METH_O, NULL},       {"drained", drained, METH_O, NULL},
    {"logged", logged, METH_O, NULL},   {"renamed", renamed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
