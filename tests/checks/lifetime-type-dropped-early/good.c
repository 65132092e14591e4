#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyTypeObject *element; /* another type, owned */
} SpamObject;

static void
Spam_dealloc(SpamObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_DECREF(self->element);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {{Py_tp_dealloc, Spam_dealloc}, {0, NULL}};
PyType_Spec spec = {  // want-note: gc-flag-missing
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
