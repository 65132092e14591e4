#include "../module.h"

static PyMemberDef members[] = {
    {"item", T_OBJECT, sizeof(PyObject), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyObject *
Spam_repr(PyObject *self)
{
    return PyUnicode_FromString("spam");
}

static PyObject *
Spam_str(PyObject *self)
{
    return PyObject_Repr(self);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"spam"},
    {Py_tp_repr, Spam_repr},
    {Py_tp_members, members},
    {Py_tp_repr, Spam_str},      // want: type-slot-repeated
    {Py_tp_doc, (void *)"eggs"}, // want: type-slot-repeated
    {Py_tp_members, members},    // want: type-slot-repeated
    {0, NULL},
};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject) + sizeof(void *), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
