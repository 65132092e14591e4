#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

typedef struct {
    PyObject_HEAD
    PyObject *other;
} SubObject;

static int
Sub_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((SubObject *)self)->other);
    return Spam_traverse(self, visit, arg);
}

/* The other one's type is another reference. */
static int
Pair_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return Spam_traverse(((SubObject *)self)->other, visit, arg);
}

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot sub_slots[] = {{Py_tp_traverse, Sub_traverse}, {0, NULL}};
static PyType_Slot pair_slots[] = {{Py_tp_traverse, Pair_traverse}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};
PyType_Spec Sub_spec = {  // want-note: change-pickle
    "spam.Sub", sizeof(SubObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, sub_slots,
};
PyType_Spec Pair_spec = {  // want-note: change-pickle
    "spam.Pair", sizeof(SubObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, pair_slots,
};
