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
