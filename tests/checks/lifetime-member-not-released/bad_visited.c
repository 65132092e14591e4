/* A member that tp_traverse visits, and one that nothing names, while tp_dealloc calls tp_clear. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name, *tag, *args;
} SpamObject;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->name = Py_NewRef(args);
        self->tag = Py_NewRef(args);
        self->args = Py_NewRef(args);
    }
    return (PyObject *)self;
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->name);
    Py_VISIT(self->tag);
    return 0;
}

static int
Spam_clear(PyObject *op)  // want: gc-member-not-cleared
{
    Py_CLEAR(((SpamObject *)op)->name);
    return 0;
}

static void
Spam_dealloc(PyObject *op)  // want: lifetime-member-not-released, lifetime-member-not-released
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)Spam_clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, Spam_new},     {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear}, {Py_tp_dealloc, Spam_dealloc}, {0, NULL},
};
PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
