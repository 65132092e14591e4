/* The types of other objects are not the object's own. */
#include "../module.h"

typedef struct link {
    PyObject_HEAD
    struct link *next;
    PyObject *key;
} Link;

typedef struct {
    PyObject_HEAD
    Link *first;
} Spam;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)
{
    Spam *self = (Spam *)op;
    Py_VISIT(Py_TYPE(self));
    for (Link *link = self->first; link != NULL; link = link->next) {
        Py_VISIT(link->key);
        Py_VISIT(Py_TYPE(link));
    }
    return 0;
}

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};
PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
