#include "../module.h"

typedef struct {
    PyObject_HEAD
    int number;
} SpamObject;

static PyObject *
Spam_repr(SpamObject *self)
{
    return PyUnicode_FromFormat("<Spam %d>", self->number);
}

static PyType_Slot slots[] = {{Py_tp_repr, Spam_repr}, {0, NULL}};

PyType_Spec Spam_spec = {  // want: change-pickle
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};
