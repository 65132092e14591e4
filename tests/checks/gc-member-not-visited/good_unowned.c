#include "../module.h"

typedef struct node {
    PyObject_HEAD
    struct node *next; /* borrowed: the table keeps the nodes */
} NodeObject;

/* Visiting the dict alone would let the collector empty it, under the list's feet. */
typedef struct {
    PyObject_HEAD
    PyObject *table;
    NodeObject *first; /* borrowed */
} SpamObject;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    return 0;
}

static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_XDECREF(((SpamObject *)op)->table);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
