#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *name;     /* a string: no cycle goes through it */
    PyTypeObject *kind; /* a type breaks its cycles itself */
    PyObject *callback;
} SpamObject;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    Py_VISIT(self->name);
    Py_VISIT(self->kind);
    Py_VISIT(self->callback);
    return 0;
}

static void
drop_callback(SpamObject *self)
{
    Py_CLEAR(self->callback);
}

static int
Spam_clear(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    Py_CLEAR(self->item);
    drop_callback(self);
    return 0;
}

PyObject *
spam_name(SpamObject *self)
{
    if (self->name == NULL) {
        self->name = PyUnicode_FromString("spam");
    }
    return Py_XNewRef(self->name);
}

static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Spam_clear(op);
    Py_XDECREF(((SpamObject *)op)->name);
    Py_XDECREF(((SpamObject *)op)->kind);
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
