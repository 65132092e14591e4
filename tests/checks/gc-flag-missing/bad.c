#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},  // want: gc-flag-missing
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
