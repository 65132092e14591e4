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
        PyObject_GC_UnTrack(self);
        self->item = PyList_New(0);
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}

PyObject *
make_plain(PyTypeObject *type)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self != NULL) {
        self->item = NULL;
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}

PyObject *
make_asked(PyTypeObject *type)
{
    PyObject *self = type->tp_alloc(type, 0);
    if (self != NULL && !PyObject_GC_IsTracked(self)) {
        PyObject_GC_Track(self);
    }
    return self;
}
