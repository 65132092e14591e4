#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

PyObject *
make(PyTypeObject *type, int is_plain)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self == NULL) {
        return NULL;
    }
    self->item = NULL;
    if (is_plain) {
        PyObject_GC_Track(self);
        return (PyObject *)self;
    }
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

/* Two objects, one after the other. */
PyObject *
make_second(PyTypeObject *type)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self == NULL) {
        return NULL;
    }
    self->item = NULL;
    PyObject_GC_Track(self);
    Py_DECREF(self);
    self = PyObject_GC_New(SpamObject, type);
    if (self == NULL) {
        return NULL;
    }
    self->item = NULL;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}
