#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

extern void finish(PyObject *self);
extern SpamObject *last_made;

/* Each branch tracks its object: one under its other name, one in a helper. */
static void
track(PyObject *self)
{
    PyObject_GC_Track(self);
}

PyObject *
make(PyTypeObject *type, PyObject *item)
{
    if (item == Py_None) {
        SpamObject *result = PyObject_GC_New(SpamObject, type);
        if (result == NULL) {
            return NULL;
        }
        result->item = NULL;
        PyObject *object = (PyObject *)result;
        PyObject_GC_Track(object);
        return (PyObject *)result;
    }
    else {
        SpamObject *result = PyObject_GC_New(SpamObject, type);
        if (result == NULL) {
            return NULL;
        }
        result->item = Py_NewRef(item);
        track((PyObject *)result);
        return (PyObject *)result;
    }
}

/* What is not seen may track it. */
PyObject *
make_finished(PyTypeObject *type, int is_plain)
{
    SpamObject *first = PyObject_GC_New(SpamObject, type);
    if (first == NULL) {
        return NULL;
    }
    first->item = NULL;
    if (is_plain) {
        PyObject_GC_Track(first);
        return (PyObject *)first;
    }
    Py_DECREF(first);
    SpamObject *second = PyObject_GC_New(SpamObject, type);
    if (second == NULL) {
        return NULL;
    }
    second->item = NULL;
    finish((PyObject *)second);
    return (PyObject *)second;
}

/* Or one that has it elsewhere. */
PyObject *
make_last(PyTypeObject *type, int is_plain)
{
    SpamObject *first = PyObject_GC_New(SpamObject, type);
    if (first == NULL) {
        return NULL;
    }
    first->item = NULL;
    if (is_plain) {
        PyObject_GC_Track(first);
        return (PyObject *)first;
    }
    Py_DECREF(first);
    SpamObject *second = PyObject_GC_New(SpamObject, type);
    if (second == NULL) {
        return NULL;
    }
    second->item = NULL;
    last_made = second;
    return (PyObject *)second;
}

/* For a type that is not collected, too. */
extern PyObject *_PyType_AllocNoTrack(PyTypeObject *type, Py_ssize_t size);

PyObject *
make_any(PyTypeObject *type)
{
    SpamObject *self = (SpamObject *)_PyType_AllocNoTrack(type, 0);
    if (self != NULL) {
        self->item = NULL;
    }
    return (PyObject *)self;
}
