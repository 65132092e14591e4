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

struct object {
    PyObject_HEAD
    long number;
};

static int
set_number(PyObject *op, PyObject *value, void *closure)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return -1;
    }
    ((struct object *)op)->number = number;
    return 0;
}

/* 1 is a failure to CPython. */
static int
set_size(PyObject *op, PyObject *value, void *closure)
{
    Py_ssize_t n = PyObject_Size(value);
    if (n < 0) {
        return 1;
    }
    ((struct object *)op)->number = (long)n;
    return 0;
}

/* 0 is the failure of a helper ... */
static int
read_number(PyObject *value, long *out)
{
    PyObject *number = PyNumber_Long(value);
    if (number == NULL) {
        return 0;
    }
    *out = PyLong_AsLong(number);
    Py_DECREF(number);
    return !PyErr_Occurred();
}

/* ... or the caller asks what happened. */
static int
has_name(PyObject *value)
{
    PyObject *name = PyObject_GetAttrString(value, "name");
    if (name == NULL) {
        return 0;
    }
    Py_DECREF(name);
    return 1;
}

static PyObject *
asks(PyObject *self, PyObject *value)
{
    long number;
    if (!read_number(value, &number)) {
        return NULL;
    }
    int found = has_name(value);
    if (found < 0) {
        return NULL;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(number + found);
}

/* What gives -1 without a failure. */
static PyObject *
finds(PyObject *self, PyObject *text)
{
    Py_ssize_t at = PyUnicode_FindChar(text, 'x', 0, PyUnicode_GET_LENGTH(text), 1);
    if (at == -1) {
        Py_RETURN_NONE;
    }
    return PyLong_FromSsize_t(at);
}

static PyGetSetDef accessors[] = {
    {"number", NULL, set_number, NULL, NULL},
    {"size", NULL, set_size, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static void
object_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot object_slots[] = {
    {Py_tp_dealloc, object_dealloc},
    {Py_tp_getset, accessors},
    {0, NULL},
};

PyType_Spec object_spec = {
    .name = "names.Object",
    .basicsize = sizeof(struct object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = object_slots,
};

PyMethodDef methods[] = {
    {"asks", asks, METH_O, NULL},
    {"finds", finds, METH_O, NULL},
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
