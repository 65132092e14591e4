#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC, slots,
};

/* Nothing of it refers to anything. */
static PyType_Slot leaf_slots[] = {{Py_tp_doc, "a number"}, {0, NULL}};
PyType_Spec leaf_spec = {
    "spam.Leaf", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, leaf_slots,
};
