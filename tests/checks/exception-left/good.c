#include "../module.h"

static PyObject *
name(PyObject *self, PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(object, "name");
    if (found == NULL) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    return found;
}

/* A failed call that sets no exception. */
static PyObject *
module(PyObject *self, PyObject *name)
{
    PyObject *found = PyImport_GetModule(name);
    if (found == NULL && !PyErr_Occurred()) {
        Py_RETURN_NONE;
    }
    return found;
}

static void
report(PyObject *object)
{
    PyErr_WriteUnraisable(object);
}

static PyObject *
call(PyObject *self, PyObject *object)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        report(object);
        Py_RETURN_NONE;
    }
    return Py_BuildValue("NN", list, PyLong_FromLong(1));
}

static PyObject *
number(PyObject *self, PyObject *object)
{
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) {
        PyErr_Clear();
        value = 0;
    }
    return PyLong_FromLong(value);
}

/* What tells that it failed, and is asked at the end: a local, ... */
static PyObject *
sum(PyObject *self, PyObject *tuple)
{
    double all = 0;
    int errors = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        double value = PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, i));
        if (value == -1.0 && PyErr_Occurred()) {
            errors |= 1;
            break;
        }
        all += value;
    }
    if (errors & 1) {
        return NULL;
    }
    return PyFloat_FromDouble(all);
}

/* ... one that is not followed, ... */
static PyObject *
real(PyObject *self, PyObject *object)
{
    double value = PyFloat_AsDouble(object);
    if (value == -1.0 && PyErr_Occurred()) {
        value = -2.0;
    }
    if (value < -1.0) {
        return NULL;
    }
    return PyFloat_FromDouble(value);
}

struct reading {
    long value;
    int has_failed;
};

/* ... a member, ... */
static PyObject *
member(PyObject *self, PyObject *object)
{
    struct reading reading = {0, 0};
    reading.value = PyLong_AsLong(object);
    if (reading.value == -1 && PyErr_Occurred()) {
        reading.has_failed = 1;
    }
    if (reading.has_failed) {
        return NULL;
    }
    return PyLong_FromLong(reading.value);
}

/* ... and a helper. */
static void
fail(struct reading *reading)
{
    reading->has_failed = 1;
}

static PyObject *
helped(PyObject *self, PyObject *object)
{
    struct reading reading = {0, 0};
    reading.value = PyLong_AsLong(object);
    if (reading.value == -1 && PyErr_Occurred()) {
        fail(&reading);
    }
    if (reading.has_failed) {
        return NULL;
    }
    return PyLong_FromLong(reading.value);
}

/* It is asked later. */
static PyObject *
late(PyObject *self, PyObject *object)
{
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) {
        value = 0;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(value);
}

/* An assertion tells it. */
static PyObject *
asserted(PyObject *self, PyObject *object)
{
    PyObject *list = PyList_New(0);
    assert(list != NULL);
    Py_DECREF(list);
    Py_RETURN_NONE;
}

/* Small numbers are ready. */
static PyObject *
small(PyObject *self, PyObject *object)
{
    Py_XDECREF(PyLong_FromLong(0));
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"asserted", asserted, METH_O, NULL},
    {"small", small, METH_O, NULL},
    {"number", number, METH_O, NULL},
    {"sum", sum, METH_O, NULL},
    {"real", real, METH_O, NULL},
    {"member", member, METH_O, NULL},
    {"helped", helped, METH_O, NULL},
    {"late", late, METH_O, NULL},
    {"name", name, METH_O, NULL},
    {"module", module, METH_O, NULL},
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
