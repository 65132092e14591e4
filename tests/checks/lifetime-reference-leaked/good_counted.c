/* The second reference to a new object is that of whoever got it. */
#include "../module.h"

typedef struct node {
    PyObject_HEAD
    PyObject *next;
    struct node *last;
} NodeObject;

struct table {
    PyObject *rows[4];
};

struct table *table_of(PyObject *module);
void keep(PyObject *object);

static PyObject *
into_member(NodeObject *self, PyObject *ignored)
{
    PyObject *made = PyList_New(0);
    if (made == NULL) {
        return NULL;
    }
    Py_XSETREF(self->next, made);
    Py_INCREF(made);
    return made;
}

static PyObject *
into_chain(NodeObject *self, PyObject *ignored)
{
    NodeObject *made = PyObject_New(NodeObject, Py_TYPE(self));
    if (made == NULL) {
        return NULL;
    }
    made->next = NULL;
    made->last = NULL;
    self->last = made;
    Py_INCREF(made);
    return (PyObject *)made;
}

static PyObject *
into_table(PyObject *self, PyObject *argument)
{
    struct table *table = table_of(self);
    PyObject *made = PyList_New(0);
    if (made == NULL) {
        return NULL;
    }
    table->rows[argument == Py_None] = made;
    Py_INCREF(made);
    return made;
}

static PyObject *
into_tuple(PyObject *self, PyObject *ignored)
{
    PyObject *made = PyList_New(0), *pair = PyTuple_New(1);
    if (made == NULL || pair == NULL) {
        Py_XDECREF(made);
        Py_XDECREF(pair);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, made);
    Py_INCREF(made);
    keep(pair);
    Py_DECREF(pair);
    return made;
}

static PyObject *
into_function(PyObject *self, PyObject *ignored)
{
    PyObject *made = PyList_New(0);
    if (made == NULL) {
        return NULL;
    }
    keep(made);
    Py_INCREF(made);
    return made;
}

static PyObject *
released_again(PyObject *self, PyObject *ignored)
{
    PyObject *made = PyList_New(0);
    if (made == NULL) {
        return NULL;
    }
    Py_INCREF(made);
    if (PyList_Append(made, self) < 0) {
        Py_DECREF(made);
        Py_DECREF(made);
        return NULL;
    }
    Py_DECREF(made);
    return made;
}

PyMethodDef methods[] = {
    {"into_member", (PyCFunction)into_member, METH_NOARGS, NULL},
    {"into_chain", (PyCFunction)into_chain, METH_NOARGS, NULL},
    {"into_table", into_table, METH_O, NULL},
    {"into_tuple", into_tuple, METH_NOARGS, NULL},
    {"into_function", into_function, METH_NOARGS, NULL},
    {"released_again", released_again, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
