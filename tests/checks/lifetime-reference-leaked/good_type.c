#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyTypeObject *kind;
} SpamObject;

/* The reference is for the member. */
PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(type);
    self->kind = type;
    return (PyObject *)self;
}

/* It is held for a while. */
PyObject *
make_guarded(PyTypeObject *type, PyObject *argument)
{
    PyObject *self = type->tp_alloc(type, 0);
    Py_INCREF(type);
    PyObject *result = PyObject_Call((PyObject *)type, argument, NULL);
    Py_DECREF(type);
    Py_XDECREF(self);
    return result;
}
