#include <Python.h>

typedef struct node {
    PyObject_HEAD
    struct node *next; /* the table owns it */
    PyObject *value;
} Node;

typedef struct {
    PyObject_HEAD
    PyObject *table;
    Node *first; /* the table owns it */
} Chain;

static void
node_dealloc(Node *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Node_Type;
    PyTypeObject *Chain_Type;
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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
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
Node_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Node_Type_slots[] = {
    {Py_tp_dealloc, node_dealloc},
    {Py_tp_traverse, Node_traverse},
    {0, NULL},
};

static PyType_Spec Node_Type_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(Node),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Node_Type_slots,
};

static int
chain_init(Chain *self, PyObject *args, PyObject *kwargs)
{
    Py_XSETREF(self->table, PyDict_New());
    self->first = NULL;
    return self->table != NULL ? 0 : -1;
}

static void
chain_dealloc(Chain *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    for (Node *node = self->first; node != NULL; node = node->next)
        Py_CLEAR(node->value);
    Py_XDECREF(self->table);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
chain_add(Chain *self, PyObject *arg)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    Node *node = (Node *)state->Node_Type->tp_alloc(state->Node_Type, 0);
    if (node == NULL)
        return NULL;
    Py_INCREF(arg);
    node->value = arg;
    node->next = self->first;
    PyObject *key = PyLong_FromVoidPtr(node);
    if (key == NULL || PyDict_SetItem(self->table, key, (PyObject *)node) < 0) {
        Py_XDECREF(key);
        Py_DECREF(node);
        return NULL;
    }
    self->first = node;
    Py_DECREF(key);
    Py_DECREF(node);
    Py_RETURN_NONE;
}

static PyMethodDef chain_methods[] = {
    {"add", (PyCFunction)chain_add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Chain_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Chain_Type_slots[] = {
    {Py_tp_dealloc, chain_dealloc},
    {Py_tp_methods, chain_methods},
    {Py_tp_init, chain_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Chain_traverse},
    {0, NULL},
};

static PyType_Spec Chain_Type_spec = {
    .name = "spam.Chain",
    .basicsize = sizeof(Chain),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Chain_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Node_Type);
    Py_VISIT(state->Chain_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Node_Type);
    Py_CLEAR(state->Chain_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Node_Type = spam_new_type(m, &Node_Type_spec)) == NULL
        || (state->Chain_Type = spam_new_type(m, &Chain_Type_spec)) == NULL)
        return -1;
    Py_INCREF(state->Chain_Type);
    if (PyModule_AddObject(m, "Chain", (PyObject *)state->Chain_Type) < 0) {
        Py_DECREF(state->Chain_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
