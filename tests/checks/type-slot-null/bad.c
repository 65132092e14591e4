#include "../module.h"

static PyType_Slot slots[] = {
    {Py_tp_members, NULL},  // want: type-slot-null
    {Py_tp_repr, 0},  // want-note: type-slot-null
    {Py_tp_doc, NULL},
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
