#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self == NULL) {
        return NULL;
    }
    self->item = NULL;
    PyObject_GC_Track(self);
    PyObject_GC_Track((PyObject *)self);  // want: gc-tracked-twice
    return (PyObject *)self;
}
