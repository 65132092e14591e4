/* Elements that stay where they are. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *items[8];
    Py_ssize_t right;
} DequeObject;

static PyObject *
last(PyObject *op, PyObject *ignored)
{
    DequeObject *self = (DequeObject *)op;
    PyObject *item = self->items[self->right];
    return item;  // want: lifetime-borrowed-returned
}

static PyObject *
first(PyObject *module, PyObject *list)
{
    PyObject *item = PyList_GET_ITEM(list, 0);
    return item;  // want: lifetime-borrowed-returned
}

PyMethodDef methods[] = {
    {"last", last, METH_NOARGS, NULL},
    {"first", first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
