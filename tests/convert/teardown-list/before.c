/* A list of instances that tp_dealloc reads without asking whether there is one.  The collector
 * does not see the instances, so that their type never loses the module before them. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Spam;

typedef struct node {
    Spam *spam;
    struct node *next;
} node;

static node *all;
static PyObject *SpamType;

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
    PyTypeObject *type = Py_TYPE(self);
    if (self->number >= 0) {
        take_out(self);
    }
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyType_Slot Spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Spam_slots,
};

static PyObject *
make(PyObject *self, PyObject *number)
{
    Spam *spam = PyObject_New(Spam, (PyTypeObject *)SpamType);
    if (spam == NULL) {
        return NULL;
    }
    spam->number = -1;
    if (insert(spam) < 0) {
        Py_DECREF(spam);
        return NULL;
    }
    spam->number = (int)PyLong_AsLong(number) & 0xff;
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamType = PyType_FromSpec(&Spam_spec);
    if (SpamType == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
