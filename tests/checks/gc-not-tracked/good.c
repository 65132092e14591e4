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

/* And the caller of the caller. */
static SpamObject *
make_part(PyTypeObject *type, PyObject *item)
{
    SpamObject *self = allocate(type);
    if (self != NULL) {
        self->item = Py_NewRef(item);
    }
    return self;
}

PyObject *
make_whole(PyTypeObject *type, PyObject *item)
{
    SpamObject *self = make_part(type, item);
    if (self != NULL) {
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}
