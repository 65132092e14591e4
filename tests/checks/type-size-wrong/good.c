#include "../module.h"

typedef struct {
    PyObject_HEAD
    long count;
} SpamObject;

typedef struct {
    SpamObject base;
    double weight;
} HeavyObject;

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

PyType_Spec spec = {  // want-note: change-pickle
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

/* A base's function takes it for less than it is. */
PyType_Spec heavy_spec = {
    "spam.Heavy", sizeof(HeavyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

/* The items are behind basicsize, and the struct declares the first. */
typedef struct {
    PyObject_VAR_HEAD
    long count;
    PyObject *items[1];
} RowObject;

static PyObject *
Row_repr(PyObject *op)
{
    RowObject *self = (RowObject *)op;
    self->count++;
    return PyUnicode_FromFormat("%ld", self->count);
}

static PyType_Slot row_slots[] = {
    {Py_tp_repr, Row_repr},
    {0, NULL},
};

PyType_Spec row_spec = {
    "spam.Row", sizeof(RowObject) - sizeof(PyObject *), sizeof(PyObject *),
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    row_slots,
};

/* The size is the base's. */
PyType_Spec derived_spec = {
    "spam.Derived", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

/* One function for instances of two types, told apart by the type. */
static PyObject *
either_repr(PyObject *op)
{
    if (Py_TYPE(op)->tp_basicsize >= (Py_ssize_t)sizeof(HeavyObject)) {
        HeavyObject *heavy = (HeavyObject *)op;
        return PyFloat_FromDouble(heavy->weight);
    }
    SpamObject *self = (SpamObject *)op;
    return PyLong_FromLong(self->count);
}

static PyType_Slot either_slots[] = {
    {Py_tp_repr, either_repr},
    {0, NULL},
};

PyType_Spec either_spec = {  // want-note: change-pickle
    "spam.Either", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, either_slots,
};
