#include <Python.h>

/* The module has its state already, and the types do not know it. */
typedef struct {
    PyObject_HEAD
} Node;

static void
node_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyType_Slot node_slots[] = {
    {Py_tp_dealloc, node_dealloc},
    {0, NULL},
};

static PyType_Spec node_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(Node),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = node_slots,
};

static void
leaf_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyType_Slot leaf_slots[] = {
    {Py_tp_dealloc, leaf_dealloc},
    {0, NULL},
};

static PyType_Spec leaf_spec = {
    .name = "spam.Leaf",
    .basicsize = sizeof(Node),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = leaf_slots,
};

typedef struct {
    PyTypeObject *node_type;
    PyTypeObject *leaf_type;
} spam_state;

static int counter;

static PyObject *
spam_count(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(++counter);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->node_type = (PyTypeObject *)PyType_FromSpec(&node_spec);
    state->leaf_type = (PyTypeObject *)PyType_FromSpec(&leaf_spec);
    if (state->node_type == NULL || state->leaf_type == NULL
        || PyModule_AddObjectRef(module, "Node", (PyObject *)state->node_type) < 0
        || PyModule_AddObjectRef(module, "Leaf", (PyObject *)state->leaf_type) < 0)
    {
        return -1;
    }
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->node_type);
    Py_VISIT(state->leaf_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->node_type);
    Py_CLEAR(state->leaf_type);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear(module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
