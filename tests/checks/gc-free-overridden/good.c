#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_free, PyObject_GC_Del},
    {0, NULL},
};
static PyType_Slot leaf_slots[] = {{Py_tp_free, PyObject_Free}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
PyType_Spec Leaf_spec = {
    "spam.Leaf", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, leaf_slots,
};
