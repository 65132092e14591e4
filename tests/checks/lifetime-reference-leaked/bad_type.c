#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
} SpamObject;

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(type);  // want: lifetime-reference-leaked
    self->count = 0;
    return (PyObject *)self;
}

PyObject *
make_plainly(PyTypeObject *type)
{
    SpamObject *self = PyObject_New(SpamObject, type);
    Py_INCREF(type);  // want: lifetime-reference-leaked
    return (PyObject *)self;
}
