#include "../module.h"

static PyObject *
name(PyObject *self, PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(object, "name");
    if (found == NULL) {
        Py_RETURN_NONE;  // want: exception-left
    }
    return found;
}

static PyObject *
module(PyObject *self, PyObject *unused)
{
    PyObject *warnings = PyImport_ImportModule("warnings");
    if (warnings != NULL) {
        return warnings;
    }
    return PyUnicode_FromString("no warnings");  // want: exception-left
}

/* A result that stands for a failure is replaced, and the exception stays. */
static PyObject *
number(PyObject *self, PyObject *object)
{
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) {
        value = 0;
    }
    return PyLong_FromLong(value);  // want: exception-left
}

/* The same with a type that is not followed, and more behind it. */
static PyObject *
real(PyObject *self, PyObject *object)
{
    double value = PyFloat_AsDouble(object);
    if (value == -1.0 && PyErr_Occurred()) {
        value = 0.5;
    }
    PyObject *factor = PyFloat_FromDouble(value);
    if (factor == NULL) {
        return NULL;
    }
    if (factor == object) {
        return factor;  // want: exception-left
    }
    return factor;  // want: exception-left
}

/* In a loop. */
static PyObject *
count(PyObject *self, PyObject *tuple)
{
    Py_ssize_t n = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        long value = PyLong_AsLong(PyTuple_GET_ITEM(tuple, i));
        if (value == -1 && PyErr_Occurred()) {
            continue;
        }
        n++;
    }
    return PyLong_FromSsize_t(n);  // want: exception-left
}

/* What fails with a negative number. */
static PyObject *
append(PyObject *self, PyObject *list)
{
    if (PyList_Append(list, self) < 0) {
        Py_RETURN_FALSE;  // want: exception-left
    }
    Py_RETURN_TRUE;
}

struct object {
    PyObject_HEAD
    long number;
};

/* A setter, */
static int
set_number(PyObject *op, PyObject *value, void *closure)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        number = 0;
    }
    ((struct object *)op)->number = number;
    return 0;  // want: exception-left
}

/* what it returns unread, */
static int
set_found(struct object *self, PyObject *value)
{
    PyObject *found = PyObject_GetAttrString(value, "name");
    if (found == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return -1;
        }
        return 0;  // want: exception-left
    }
    self->number = PyUnicode_Check(found);
    Py_DECREF(found);
    return 0;
}

static int
set_name(PyObject *op, PyObject *value, void *closure)
{
    return set_found((struct object *)op, value);
}

/* a helper whose callers ask only whether it is negative, */
static int
add_name(PyObject *list, PyObject *object)
{
    PyObject *name = PyObject_GetAttrString(object, "name");
    if (name == NULL) {
        return 0;  // want: exception-left
    }
    int result = PyList_Append(list, name);
    Py_DECREF(name);
    return result;
}

static PyObject *
add(PyObject *self, PyObject *list)
{
    if (add_name(list, self) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* and a slot. */
static int
contains(PyObject *op, PyObject *value)
{
    Py_ssize_t n = PyObject_Size(value);
    if (n < 0) {
        return 0;  // want: exception-left
    }
    return n == 2;
}

static PyGetSetDef accessors[] = {
    {"number", NULL, set_number, NULL, NULL},
    {"name", NULL, set_name, NULL, NULL},
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
    {Py_sq_contains, contains},
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
    {"append", append, METH_O, NULL},
    {"add", add, METH_O, NULL},
    {"number", number, METH_O, NULL},
    {"real", real, METH_O, NULL},
    {"count", count, METH_O, NULL},
    {"name", name, METH_O, NULL},
    {"module", module, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
