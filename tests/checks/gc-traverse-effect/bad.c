#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static PyObject *
find_items(PyObject *self)
{
    return PyObject_GetAttrString(self, "items");  // want: gc-traverse-effect
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(find_items(self));  // want: lifetime-reference-leaked
    return 0;
}

static int
Ham_traverse(SpamObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    if (self->item == NULL) {
        self->item = Py_NewRef(Py_None);  // want: gc-traverse-effect
    }
    Py_VISIT(self->item);
    return 0;
}

static PyType_Slot spam_slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};
static PyType_Slot ham_slots[] = {{Py_tp_traverse, Ham_traverse}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE \
               | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, spam_slots};
PyType_Spec Ham_spec = {"spam.Ham", sizeof(SpamObject), 0, FLAGS, ham_slots};
