#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
    char bytes[8];
} SpamObject;

/* One branch tracks its object, the other does not. */
PyObject *
make(PyTypeObject *type, PyObject *item)
{
    if (item == Py_None) {
        SpamObject *result = PyObject_GC_New(SpamObject, type);
        if (result == NULL) {
            return NULL;
        }
        result->item = NULL;
        PyObject_GC_Track(result);
        return (PyObject *)result;
    }
    else {
        SpamObject *result = PyObject_GC_New(SpamObject, type);  // want: gc-not-tracked
        if (result == NULL) {
            return NULL;
        }
        result->item = Py_NewRef(item);
        return (PyObject *)result;
    }
}

/* The same, with a helper that leaves it to its callers, and a second name. */
static PyObject *
make_untracked(PyTypeObject *type, PyObject *item)
{
    SpamObject *self = PyObject_GC_New(SpamObject, type);
    if (self != NULL) {
        self->item = Py_XNewRef(item);
    }
    return (PyObject *)self;
}

PyObject *
make_copy(PyTypeObject *type, SpamObject *other, int is_plain)
{
    PyObject *result;
    SpamObject *copy;
    if (is_plain) {
        PyObject *result = make_untracked(type, NULL);
        if (result == NULL) {
            return NULL;
        }
        memcpy(((SpamObject *)result)->bytes, other->bytes, 8);
        PyObject_GC_Track(result);
        return result;
    }
    result = make_untracked(type, other->item);  // want: gc-not-tracked
    if (!result) {
        return NULL;
    }
    copy = (SpamObject *)result;
    memcpy(copy->bytes, other->bytes, 8);
    return result;
}

extern PyObject *_PyType_AllocNoTrack(PyTypeObject *type, Py_ssize_t size);

static PyObject *
make_early(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)_PyType_AllocNoTrack(type, 0);
    if (self != NULL) {
        self->item = NULL;
    }
    return (PyObject *)self;
}

PyObject *
make_either(PyTypeObject *type, int is_plain)
{
    if (is_plain) {
        PyObject *plain = make_early(type);
        if (plain != NULL) {
            PyObject_GC_Track(plain);
        }
        return plain;
    }
    PyObject *other = make_early(type);  // want: gc-not-tracked
    return other;
}

/* A table names it, too. */
PyObject *(*const makers[])(PyTypeObject *, int) = {make_either};
