/* A call that runs other code, while the code knows that an exception is set. */
#include "../module.h"

/* PyErr_Clear is missing. */
static PyObject *
length(PyObject *self, PyObject *value)
{
    PyObject *hint = PyObject_GetAttrString(value, "hint");
    if (hint == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return NULL;
        }
        hint = PyObject_CallNoArgs(self);  // want: exception-left
    }
    return hint;
}

/* The failure is known at once. */
static PyObject *
closed(PyObject *self, PyObject *file)
{
    PyObject *text = PyObject_CallMethod(file, "read", NULL);
    if (text == NULL) {
        PyObject *done = PyObject_CallMethod(file, "close", NULL);  // want: exception-left
        Py_XDECREF(done);
        return NULL;
    }
    return text;
}

/* The same by a number. */
static PyObject *
named(PyObject *self, PyObject *dict)
{
    if (PyDict_SetItemString(dict, "self", self) < 0) {
        PyObject *name = PyObject_Repr(self);  // want: exception-left
        if (name != NULL) {
            PyErr_Format(PyExc_TypeError, "cannot store %U", name);
            Py_DECREF(name);
        }
        return NULL;
    }
    Py_RETURN_NONE;
}

/* An exception is asked for, and a cleanup follows. */
static PyObject *
drained(PyObject *self, PyObject *iterator)
{
    PyObject *item;
    while ((item = PyIter_Next(iterator)) != NULL) {
        Py_DECREF(item);
    }
    if (PyErr_Occurred()) {
        Py_XDECREF(PyObject_CallMethod(iterator, "close", NULL));  // want: exception-left
        return NULL;
    }
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"length", length, METH_O, NULL},
    {"closed", closed, METH_O, NULL},
    {"named", named, METH_O, NULL},
    {"drained", drained, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
