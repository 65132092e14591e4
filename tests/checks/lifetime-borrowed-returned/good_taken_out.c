/* Elements that a function takes out of what holds them: their references are its own. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *items[8];
    Py_ssize_t right;
} DequeObject;

static PyObject *
pop(PyObject *op, PyObject *ignored)
{
    DequeObject *self = (DequeObject *)op;
    PyObject *item = self->items[self->right];
    self->right--;
    return item;
}

static PyObject *
pop_impl(DequeObject *self)
{
    return self->items[--self->right];
}

static PyObject *
pop_by_helper(PyObject *op, PyObject *ignored)
{
    return pop_impl((DequeObject *)op);
}

static PyObject *
replace_impl(PyObject *heap, PyObject *value)
{
    PyObject *first = PyList_GET_ITEM(heap, 0);
    PyList_SET_ITEM(heap, 0, Py_NewRef(value));
    return first;
}

static PyObject *
replace(PyObject *heap, PyObject *value)
{
    return replace_impl(heap, value);
}

/* The place of the item is given away, so that it may be filled anew. */
extern void store_relaxed(PyObject **place, PyObject *value);

static PyObject *
exchange_impl(PyObject *heap, PyObject *value)
{
    PyObject *first = PyList_GET_ITEM(heap, 0);
    store_relaxed(&((PyListObject *)heap)->ob_item[0], Py_NewRef(value));
    return first;
}

static PyObject *
exchange(PyObject *heap, PyObject *value)
{
    return exchange_impl(heap, value);
}

PyMethodDef methods[] = {
    {"exchange", exchange, METH_O, NULL},
    {"pop", pop, METH_NOARGS, NULL},
    {"pop_by_helper", pop_by_helper, METH_NOARGS, NULL},
    {"replace", replace, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
