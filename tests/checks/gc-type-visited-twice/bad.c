#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
Sub_traverse(PyObject *self, visitproc visit, void *arg)  // want: gc-type-visited-twice
{
    Py_VISIT(Py_TYPE(self));
    return Spam_traverse(self, visit, arg);
}

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot sub_slots[] = {{Py_tp_traverse, Sub_traverse}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
PyType_Spec Sub_spec = {
    "spam.Sub", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, sub_slots,
};
