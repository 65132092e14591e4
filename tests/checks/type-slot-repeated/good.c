/* Each once; two exec slots of a module are two steps. */
#include "../module.h"

static PyObject *
Spam_repr(PyObject *self)
{
    return PyUnicode_FromString("spam");
}

static PyType_Slot slots[] = {
    {Py_tp_repr, Spam_repr}, {Py_tp_str, Spam_repr}, {0, NULL},
};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};
