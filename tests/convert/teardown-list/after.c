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

typedef struct {
    node *all;
    PyObject *SpamType;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static int
insert(spam_state *state, Spam *spam)
{
    node *new = PyMem_Malloc(sizeof(node));
    if (new == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    new->spam = spam;
    new->next = state->all;
    state->all = new;
    return 0;
}

static void
take_out(spam_state *state, Spam *spam)
{
    node *before, *n;

    before = state->all;
    if (before->spam == spam) {
        state->all = before->next;
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
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    PyTypeObject *type = Py_TYPE(self);
    if (self->number >= 0) {
        take_out(state, self);
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
    spam_state *state = get_spam_state(self);
    Spam *spam = PyObject_New(Spam, (PyTypeObject *)state->SpamType);
    if (spam == NULL) {
        return NULL;
    }
    spam->number = -1;
    if (insert(state, spam) < 0) {
        Py_DECREF(spam);
        return NULL;
    }
    spam->number = (int)PyLong_AsLong(number) & 0xff;
    return (PyObject *)spam;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    long n = 0;
    for (node *each = state->all; each != NULL; each = each->next) {
        n++;
    }
    return PyLong_FromLong(n);
}

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamType);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamType = PyType_FromModuleAndSpec(m, &Spam_spec, NULL);
    if (state->SpamType == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
