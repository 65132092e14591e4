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

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
