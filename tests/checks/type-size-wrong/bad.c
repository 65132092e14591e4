#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
    double weight;
} SpamObject;

static PyObject *
Spam_repr(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    self->count++;
    return PyUnicode_FromFormat("%ld", self->count);
}

static PyType_Slot slots[] = {
    {Py_tp_repr, Spam_repr},
    {0, NULL},
};

PyType_Spec spec = {  // want: type-size-wrong
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
