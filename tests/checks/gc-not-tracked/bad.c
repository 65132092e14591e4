#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

PyObject *
make(PyTypeObject *type, PyObject *item)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);  // want: gc-not-tracked
    if (self != NULL) {
        self->item = Py_NewRef(item);
    }
    return (PyObject *)self;
}

/* The callers track, but for one. */
static SpamObject *
allocate(PyTypeObject *type)
{
    return PyObject_GC_New(SpamObject, type);
}

PyObject *
make_empty(PyTypeObject *type)
{
    SpamObject *self = allocate(type);
    if (self != NULL) {
        self->item = NULL;
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}

PyObject *
make_full(PyTypeObject *type, PyObject *item)
{
    SpamObject *self = allocate(type);  // want: gc-not-tracked
    if (self != NULL) {
        self->item = Py_NewRef(item);
    }
    return (PyObject *)self;
}
