/* A list of instances that tp_dealloc reads without asking whether there is one.  The collector
 * sees the instances, and may clear their type before them: then they hold the module. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *module;
    int number;
    PyObject *held;
} Spam;

typedef struct node {
    Spam *spam;
    struct node *next;
} node;

typedef struct {
    node *all;
    PyTypeObject *SpamType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
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
    spam_state *state = get_spam_state(self->module);
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *module = self->module;
    PyObject_GC_UnTrack(self);
    if (self->number >= 0) {
        take_out(state, self);
    }
    Py_XDECREF(self->held);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
    Py_DECREF(module);
}

static int
Spam_traverse(Spam *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->held);
    Py_VISIT(self->module);
    return 0;
}

static int
Spam_clear(Spam *self)
{
    Py_CLEAR(self->held);
    return 0;
}

/* The instance holds the module: its state is used until the instance is gone. */
static PyObject *
Spam_alloc(PyTypeObject *type, Py_ssize_t n_items)
{
    PyObject *module = PyType_GetModule(type);
    if (module == NULL) {
        return NULL;
    }
    PyObject *self = PyType_GenericAlloc(type, n_items);
    if (self != NULL) {
        Py_INCREF(module);
        ((Spam *)self)->module = module;
    }
    return self;
}

static PyType_Slot SpamType_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_alloc, Spam_alloc},
    {0, NULL},
};

static PyType_Spec SpamType_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = SpamType_slots,
};

static PyObject *
make(PyObject *self, PyObject *number)
{
    spam_state *state = get_spam_state(self);
    Spam *spam = (Spam *)state->SpamType->tp_alloc(state->SpamType, 0);
    if (spam == NULL) {
        return NULL;
    }
    spam->number = -1;
    if (insert(state, spam) < 0) {
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

static int spam_exec(PyObject *module);

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
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->SpamType = spam_new_type(module, &SpamType_spec);
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
