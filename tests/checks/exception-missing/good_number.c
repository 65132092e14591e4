/* Exceptions that the caller sets, results that a loop or a helper gives. */
#include "../module.h"

static int
verify(PyObject *object)
{
    if (!PyList_Check(object)) {
        return -1;
    }
    return 0;
}

static PyObject *
checked(PyObject *module, PyObject *arg)
{
    if (verify(arg) < 0) {
        PyErr_SetString(PyExc_TypeError, "no list");
        return NULL;
    }
    return Py_NewRef(arg);
}

static PyObject *
joined(PyObject *module, PyObject *arg)
{
    PyObject *result = NULL;
    for (int i = 0; i < 3; i++) {
        Py_XSETREF(result, PyObject_Repr(arg));
        if (result == NULL) {
            break;
        }
    }
    return result;
}

/* The loop returns what one value is. */
static PyObject *
packed(PyObject *module, PyObject *arg)
{
    PyObject *tuple = NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(arg);
    if (n > 1) {
        tuple = PyTuple_New(n);
        if (tuple == NULL) {
            return NULL;
        }
    }
    for (Py_ssize_t i = 0; i < 32; i++) {
        PyObject *item = PyTuple_GET_ITEM(arg, i);
        if (n == 1) {
            return Py_NewRef(item);
        }
        if (i < n) {
            PyTuple_SET_ITEM(tuple, i, Py_NewRef(item));
        }
    }
    return tuple;
}

static int
make(PyObject **out)
{
    *out = PyList_New(0);
    return *out == NULL ? -1 : 0;
}

static PyObject *
made(PyObject *module, PyObject *arg)
{
    PyObject *list = NULL;
    if (make(&list) < 0) {
        return NULL;
    }
    if (list == NULL) {
        return NULL;
    }
    return list;
}

/* What is below 0 is the failure of the conversion, or an index that is refused. */
static PyObject *
item(PyObject *list, PyObject *arg)
{
    Py_ssize_t i = PyNumber_AsSsize_t(arg, PyExc_IndexError);
    if (i < 0) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_IndexError, "negative");
        }
        return NULL;
    }
    long step = PyLong_AsLong(arg);
    if (step < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(i + step);
}

PyMethodDef methods[] = {
    {"item", item, METH_O, NULL},
    {"checked", checked, METH_O, NULL},
    {"joined", joined, METH_O, NULL},
    {"made", made, METH_O, NULL},
    {"packed", packed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
