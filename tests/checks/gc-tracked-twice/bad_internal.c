#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

/* As CPython's own in a build with assertions: the place of the call stands first. */
static inline void
_PyObject_GC_TRACK(const char *file, int line, PyObject *op)
{
    assert(file != NULL && line > 0);
    PyObject_GC_Track(op);
}
#define _PyObject_GC_TRACK(op) \
    _PyObject_GC_TRACK(__FILE__, __LINE__, (PyObject *)(op))

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self == NULL) {
        return NULL;
    }
    self->item = NULL;
    _PyObject_GC_TRACK(self);
    _PyObject_GC_TRACK(self);  // want: gc-tracked-twice
    return (PyObject *)self;
}
