/* References that are taken of what something else owns, and go somewhere. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name, *other;
} SpamObject;

static PyObject *
spam_repr(PyObject *self, PyObject *ignored)
{
    PyObject *name = Py_NewRef(((SpamObject *)self)->name);
    PyObject *repr = PyUnicode_FromFormat("<%R>", name);
    Py_DECREF(name);
    return repr;
}

static PyObject *
spam_name(PyObject *self, PyObject *ignored)
{
    PyObject *name = ((SpamObject *)self)->name;
    Py_INCREF(name);
    return name;
}

/* The other member holds it; the member is released by its own name. */
static PyObject *
spam_share(PyObject *op, PyObject *ignored)
{
    SpamObject *self = (SpamObject *)op;
    PyObject *name = Py_NewRef(self->name);
    Py_XSETREF(self->other, name);
    Py_INCREF(self->other);
    if (PyObject_IsTrue(op) < 0) {
        Py_DECREF(self->other);
        return NULL;
    }
    Py_DECREF(self->other);
    Py_RETURN_NONE;
}

/* It is meant to last. */
static PyObject *
spam_hold(PyObject *op, PyObject *ignored)
{
    Py_INCREF(((SpamObject *)op)->name);
    Py_RETURN_NONE;
}

static PyObject *
spam_release(PyObject *op, PyObject *ignored)
{
    Py_DECREF(((SpamObject *)op)->name);
    Py_RETURN_NONE;
}

/* A tuple takes it; an array of two is handed on. */
static PyObject *
spam_pair(PyObject *op, PyObject *arg)
{
    PyObject *pair = PyTuple_New(1);
    if (pair == NULL) {
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, Py_NewRef(((SpamObject *)op)->name));
    PyObject *given[2] = {pair, arg};
    PyObject *result = PyObject_Vectorcall(arg, given, 2, NULL);
    Py_DECREF(pair);
    return result;
}

static PyMethodDef methods[] = {
    {"repr", spam_repr, METH_NOARGS, NULL},       {"name", spam_name, METH_NOARGS, NULL},
    {"share", spam_share, METH_NOARGS, NULL},     {"hold", spam_hold, METH_NOARGS, NULL},
    {"release", spam_release, METH_NOARGS, NULL}, {"pair", spam_pair, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
PyType_Slot slots[] = {{Py_tp_methods, methods}, {0, NULL}};
