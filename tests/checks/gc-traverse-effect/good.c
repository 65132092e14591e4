#include "../module.h"
#include <assert.h>

typedef struct {
    PyObject_HEAD
    PyObject *items;
} SpamObject;

static int
Spam_traverse(SpamObject *self, visitproc visit, void *arg)
{
    assert(PyObject_IsInstance((PyObject *)self, (PyObject *)Py_TYPE(self)) == 1);
    Py_VISIT(Py_TYPE(self));
    if (self->items != NULL && PyList_Check(self->items)) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(self->items); i++) {
            Py_VISIT(PyList_GET_ITEM(self->items, i));
        }
    }
    return 0;
}

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
