#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

PyObject *
make(PyTypeObject *type, PyObject *item)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self != NULL) {
        self->item = Py_NewRef(item);
        PyObject_GC_Track((PyObject *)self);
    }
    return (PyObject *)self;
}

/* The caller tracks. */
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
