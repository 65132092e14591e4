#include <Python.h>

/* The types are the author's, and made without a module.  An instance of one keeps its type;
 * that of the other does not. */
typedef struct {
    PyObject_HEAD
    PyObject *value;
} Node;

static PyTypeObject *node_type, *leaf_type;

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

static PyObject *
spam_node(PyObject *module, PyObject *value)
{
    Node *node = PyObject_GC_New(Node, node_type);
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

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    node_type = (PyTypeObject *)PyType_FromSpec(&node_spec);
    leaf_type = (PyTypeObject *)PyType_FromSpec(&leaf_spec);
    if (node_type == NULL || leaf_type == NULL
        || PyModule_AddObjectRef(m, "Node", (PyObject *)node_type) < 0
        || PyModule_AddObjectRef(m, "Leaf", (PyObject *)leaf_type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
