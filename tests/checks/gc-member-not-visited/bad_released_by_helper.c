#include "../module.h"

typedef struct spam {
    PyObject_HEAD
    struct spam *owner;
    PyObject *items;
} Spam;

static int
spam_traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-member-not-visited
{
    Spam *self = (Spam *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->owner);
    return 0;
}

/* What dealloc hands its object to drops the owner: nothing is left dangling. */
static void
release(Spam *self)
{
    Py_CLEAR(self->owner);
}

static void
spam_dealloc(PyObject *op)
{
    Spam *self = (Spam *)op;
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    release(self);
    Py_XDECREF(self->items);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->items = Py_NewRef(args);
    }
    return (PyObject *)self;
}

static PyType_Slot spam_slots[] = {
    {Py_tp_new, spam_new},
    {Py_tp_traverse, spam_traverse},
    {Py_tp_dealloc, spam_dealloc},
    {0, NULL},
};

PyType_Spec spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = spam_slots,
};
