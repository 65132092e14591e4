/* A reference to an argument that is taken, and never released. */
#include "../module.h"

static PyObject *
on_one_path(PyObject *self, PyObject *argument)
{
    Py_INCREF(argument);  // want: lifetime-reference-leaked
    PyObject *text = PyObject_Str(argument);
    if (text == NULL) {
        return NULL;
    }
    Py_DECREF(argument);
    return text;
}

static PyObject *
of_parsed(PyObject *self, PyObject *args)
{
    PyObject *object;
    if (!PyArg_ParseTuple(args, "O", &object)) {
        return NULL;
    }
    Py_INCREF(object);  // want: lifetime-reference-leaked
    return PyObject_Repr(object);
}

static PyObject *
into_list(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    Py_INCREF(argument);  // want: lifetime-reference-leaked
    if (PyList_Append(list, argument) < 0) {
        Py_DECREF(list);
        Py_DECREF(argument);
        return NULL;
    }
    return list;
}

PyMethodDef methods[] = {
    {"on_one_path", on_one_path, METH_O, NULL},
    {"of_parsed", of_parsed, METH_VARARGS, NULL},
    {"into_list", into_list, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
