#include "../module.h"

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_DECREF(type);  // want: lifetime-released-twice
}

static PyType_Slot slots[] = {{Py_tp_dealloc, Spam_dealloc}, {0, NULL}};

PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
