#include <Python.h>

/* The types are the author's, and made without a module.  An instance of one keeps its type;
 * that of the other does not. */
typedef struct {
    PyObject_HEAD
    PyObject *value;
} Node;

static void
node_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Node *)self)->value);
    PyObject_GC_Del(self);
}

static int
node_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Node *)self)->value);
    return 0;
}

static PyType_Slot node_slots[] = {
    {Py_tp_dealloc, node_dealloc},
    {Py_tp_traverse, node_traverse},
    {0, NULL},
};

static PyType_Spec node_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(Node),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = node_slots,
};

static void
leaf_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyType_Slot leaf_slots[] = {
    {Py_tp_dealloc, leaf_dealloc},
    {0, NULL},
};

static PyType_Spec leaf_spec = {
    .name = "spam.Leaf",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = leaf_slots,
};

typedef struct {
    PyTypeObject *node_type;
    PyTypeObject *leaf_type;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_node(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Node *node = PyObject_GC_New(Node, state->node_type);
    if (node == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    node->value = value;
    PyObject_GC_Track(node);
    return (PyObject *)node;
}

static PyMethodDef spam_methods[] = {
    {"node", spam_node, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->node_type);
    Py_VISIT(state->leaf_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->node_type);
    Py_CLEAR(state->leaf_type);
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

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->node_type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &node_spec,
                                                                NULL);
    state->leaf_type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &leaf_spec,
                                                                NULL);
    if (state->node_type == NULL || state->leaf_type == NULL
        || PyModule_AddObjectRef(m, "Node", (PyObject *)state->node_type) < 0
        || PyModule_AddObjectRef(m, "Leaf", (PyObject *)state->leaf_type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
