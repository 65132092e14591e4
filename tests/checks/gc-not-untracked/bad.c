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
Spam_dealloc(SpamObject *self)  // want: gc-not-untracked
{
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(self->item);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

PyType_Spec Spam_spec = {  // want-note: change-pickle
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};

typedef struct {
    PyObject_HEAD
    PyObject *member;
} LateObject;

static void
Late_dealloc(PyObject *op)
{
    LateObject *self = (LateObject *)op;
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(self->member);  // want: gc-not-untracked
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Late_traverse(LateObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->member);
    return 0;
}

static PyType_Slot late_slots[] = {
    {Py_tp_dealloc, Late_dealloc}, {Py_tp_traverse, Late_traverse}, {0, NULL},
};
PyType_Spec Late_spec = {  // want-note: change-pickle
    "spam.Late", sizeof(LateObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, late_slots,
};
