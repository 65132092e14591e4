#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        PyObject_GC_Track((PyObject *)self);  // want: gc-tracked-twice
    }
    return (PyObject *)self;
}
