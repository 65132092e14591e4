#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item, *other;
} SpamObject;

static int
base_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
Spam_traverse(SpamObject *self, visitproc visit, void *arg)
{
    int result = base_traverse((PyObject *)self, visit, arg);
    if (result)
        return result;
    if ((result = visit(self->other, arg)) != 0)
        return result;
    return self->item ? visit(self->item, arg) : 0;
}

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
