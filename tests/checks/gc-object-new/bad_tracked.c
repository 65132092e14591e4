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

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};

PyType_Spec Spam_spec = {  // want: lifetime-member-not-released
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots,
};

/* Another type without the collector. */
PyType_Spec Plain_spec = {"spam.Plain", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, slots + 1};

PyObject *
make(PyTypeObject **types, PyObject *item)
{
    SpamObject *self = PyObject_New(SpamObject, types[0]);  // want: gc-object-new
    if (self == NULL) {
        return NULL;
    }
    self->item = Py_NewRef(item);
    PyObject_GC_Track(self);
    return (PyObject *)self;
}
