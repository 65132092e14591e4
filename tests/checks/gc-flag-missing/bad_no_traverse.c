/* Neither flag nor function, and objects that anybody may have given. */
#include "../module.h"

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE \
               | Py_TPFLAGS_DISALLOW_INSTANTIATION)

typedef struct {
    PyObject_HEAD
    PyObject *callback;
} SpamObject;

typedef struct {
    PyObject_HEAD
    PyObject *name;
} LeafObject;

void
spam_set_callback(SpamObject *spam, PyObject *callback)
{
    Py_XSETREF(spam->callback, Py_NewRef(callback));
}

int
leaf_set_name(LeafObject *leaf, const char *name)
{
    leaf->name = PyUnicode_FromString(name);
    return leaf->name == NULL ? -1 : 0;
}

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(self->callback);
    type->tp_free(op);
    Py_DECREF(type);
}

static void
Leaf_dealloc(PyObject *op)
{
    LeafObject *self = (LeafObject *)op;
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(self->name);
    type->tp_free(op);
    Py_DECREF(type);
}

static int
Traversed_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
PyType_Spec spam_spec = {  // want-note: gc-flag-missing
    "spam.Spam", sizeof(SpamObject), 0, FLAGS, spam_slots,
};

static PyType_Slot leaf_slots[] = {
    {Py_tp_dealloc, Leaf_dealloc},
    {0, NULL},
};
PyType_Spec leaf_spec = {
    "spam.Leaf", sizeof(LeafObject), 0, FLAGS, leaf_slots,
};

static PyType_Slot traversed_slots[] = {
    {Py_tp_traverse, Traversed_traverse},  // want: gc-flag-missing
    {0, NULL},
};
PyType_Spec traversed_spec = {
    "spam.Traversed", sizeof(PyObject), 0, FLAGS, traversed_slots,
};
