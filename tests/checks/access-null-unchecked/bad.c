#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
} SpamObject;

PyObject *
make(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    self->count = 1;  // want: access-null-unchecked
    return (PyObject *)self;
}

int
fill(PyObject *target)
{
    PyObject *list = PyList_New(0);
    int result = PyObject_SetAttrString(target, "list", list);
    Py_DECREF(list);  // want: access-null-unchecked
    return result;
}
