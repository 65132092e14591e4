#include "../module.h"

typedef struct node {
    PyObject_HEAD
    PyObject *name;
    struct node *next;
    int is_pair;
    union {
        PyObject *one;
        PyObject *two[2];
    } held;
} node;

/* The same member of other instances, one of two branches, and elements. */
static int
node_traverse(PyObject *object, visitproc visit, void *arg)
{
    node *self = (node *)object;
    node *next = self->next;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    if (next != NULL) {
        Py_VISIT(next->name);
        Py_VISIT(next->next->name);
    }
    if (self->is_pair) {
        Py_VISIT(self->held.two[0]);
        Py_VISIT(self->held.two[1]);
        return 0;
    }
    if (!self->is_pair) {
        Py_VISIT(self->held.one);
    }
    else {
        Py_VISIT(self->held.one);
    }
    return 0;
}

/* Two lists: the local has another value each time. */
struct lists {
    PyObject_HEAD
    node *left;
    node *right;
};

static int
lists_traverse(struct lists *self, visitproc visit, void *arg)
{
    node *each = self->left;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(each->name);
    each = self->right;
    Py_VISIT(each->name);
    return 0;
}

/* A local that follows a list, and two functions that give instances. */
node *first_of(struct lists *self);
node *last_of(struct lists *self);

static int
walked_traverse(struct lists *self, visitproc visit, void *arg)
{
    node *each;
    node *other = NULL;
    Py_VISIT(Py_TYPE(self));
    while (other != NULL) {
        each = each->next;
    }
    Py_VISIT(each->name);
    Py_VISIT(each->next->name);
    Py_VISIT(first_of(self)->name);
    Py_VISIT(last_of(self)->name);
    return 0;
}

static PyType_Slot walked_slots[] = {{Py_tp_traverse, walked_traverse}, {0, NULL}};

PyType_Spec walked_spec = {  // want: change-pickle
    "spam.Walked", sizeof(struct lists), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, walked_slots,
};

static PyType_Slot node_slots[] = {{Py_tp_traverse, node_traverse}, {0, NULL}};
static PyType_Slot lists_slots[] = {{Py_tp_traverse, lists_traverse}, {0, NULL}};

PyType_Spec node_spec = {  // want: change-pickle
    "spam.Node", sizeof(node), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, node_slots,
};
PyType_Spec lists_spec = {  // want: change-pickle
    "spam.Lists", sizeof(struct lists), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, lists_slots,
};
