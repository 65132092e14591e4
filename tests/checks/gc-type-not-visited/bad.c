#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)  // want: gc-type-not-visited
{
    Py_VISIT(((SpamObject *)self)->item);
    return 0;
}

static int
visit_item(SpamObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    return 0;
}

static int
Ham_traverse(PyObject *self, visitproc visit, void *arg)  // want: gc-type-not-visited
{
    return visit_item((SpamObject *)self, visit, arg);
}

static PyType_Slot spam_slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot ham_slots[] = {{Py_tp_traverse, Ham_traverse}, {0, NULL}};

PyType_Spec specs[2];
PyType_Spec Spam_spec = {  // want-note: change-pickle
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, spam_slots,
};
PyType_Spec Ham_spec = {  // want-note: change-pickle
    "spam.Ham", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, ham_slots,
};
