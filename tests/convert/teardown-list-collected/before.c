/* A list of instances that tp_dealloc reads without asking whether there is one.  The collector
 * sees the instances, and may clear their type before them: then they hold the module. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
    PyObject *held;
} Spam;

typedef struct node {
    Spam *spam;
    struct node *next;
} node;

static node *all;
static PyTypeObject SpamType;

static int
insert(Spam *spam)
{
    node *new = PyMem_Malloc(sizeof(node));
    if (new == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    new->spam = spam;
    new->next = all;
    all = new;
    return 0;
}

static void
take_out(Spam *spam)
{
    node *before, *n;

    before = all;
    if (before->spam == spam) {
        all = before->next;
        PyMem_Free(before);
        return;
    }
    for (n = before->next; n != NULL; before = n, n = n->next) {
        if (n->spam == spam) {
            before->next = n->next;
            PyMem_Free(n);
            return;
        }
    }
}

static void
Spam_dealloc(Spam *self)
{
    PyObject_GC_UnTrack(self);
    if (self->number >= 0) {
        take_out(self);
    }
    Py_XDECREF(self->held);
    Py_TYPE(self)->tp_free(self);
}

static int
Spam_traverse(Spam *self, visitproc visit, void *arg)
{
    Py_VISIT(self->held);
    return 0;
}

static int
Spam_clear(Spam *self)
{
    Py_CLEAR(self->held);
    return 0;
}

static PyTypeObject SpamType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)Spam_dealloc,
    .tp_traverse = (traverseproc)Spam_traverse,
    .tp_clear = (inquiry)Spam_clear,
};

static PyObject *
make(PyObject *self, PyObject *number)
{
    Spam *spam = (Spam *)SpamType.tp_alloc(&SpamType, 0);
    if (spam == NULL) {
        return NULL;
    }
    spam->number = -1;
    if (insert(spam) < 0) {
        Py_DECREF(spam);
        return NULL;
    }
    spam->held = Py_NewRef(number);
    spam->number = 1;
    return (PyObject *)spam;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    long n = 0;
    for (node *each = all; each != NULL; each = each->next) {
        n++;
    }
    return PyLong_FromLong(n);
}

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&SpamType) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
