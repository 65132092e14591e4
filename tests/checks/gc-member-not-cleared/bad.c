#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *callback;
    PyObject *owner; /* nothing releases it */
} SpamObject;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    Py_VISIT(self->callback);
    Py_VISIT(self->owner);
    return 0;
}

static int
Spam_clear(PyObject *op)  // want: gc-member-not-cleared, gc-member-not-cleared
{
    SpamObject *self = (SpamObject *)op;
    Py_CLEAR(self->item);
    return 0;
}

static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Spam_clear(op);
    Py_XDECREF(((SpamObject *)op)->callback);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
