/* A new object is returned, and was counted once more for nobody. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
} SpamObject;

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);  // want: lifetime-reference-leaked
    if (self == NULL) {
        return NULL;
    }
    self->count = 1;
    Py_INCREF(self);
    return (PyObject *)self;
}

static PyObject *
spam_count(SpamObject *self, PyObject *ignored)
{
    PyObject *result = Py_BuildValue("l", self->count);  // want: lifetime-reference-leaked
    if (result == NULL) {
        return NULL;
    }
    Py_INCREF(result);
    return result;
}

static PyMethodDef spam_methods[] = {
    {"count", (PyCFunction)spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyType_Slot spam_slots[] = {
    {Py_tp_new, spam_new},
    {Py_tp_methods, spam_methods},
    {0, NULL},
};
