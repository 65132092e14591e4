#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((SpamObject *)self)->item);
    return 0;
}

static void
take_apart(SpamObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->item);
}

static void
Spam_dealloc(SpamObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    take_apart(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Without the collector there is nothing to untrack. */
static void
Leaf_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Sub_traverse(PyObject *self, visitproc visit, void *arg)
{
    return Py_TYPE(self)->tp_base->tp_traverse(self, visit, arg);
}

/* The base does it all. */
static void
Sub_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_base->tp_dealloc(self);
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
static PyType_Slot leaf_slots[] = {{Py_tp_dealloc, Leaf_dealloc}, {0, NULL}};
static PyType_Slot sub_slots[] = {
    {Py_tp_traverse, Sub_traverse},
    {Py_tp_dealloc, Sub_dealloc},
    {0, NULL},
};

PyType_Spec Spam_spec = {  // want-note: change-pickle
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
PyType_Spec Leaf_spec = {
    "spam.Leaf", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, leaf_slots,
};
PyType_Spec Sub_spec = {
    "spam.Sub", 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, sub_slots,
};
