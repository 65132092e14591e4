/* Tracked instances, trashcan in dealloc, a subclass of a builtin type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *next;
} Node;

typedef struct {
    PyListObject list;
    PyObject *owner;
} Nodes;

static PyTypeObject Spam_Type, Nodes_Type;

static int
node_traverse(Node *self, visitproc visit, void *arg)
{
    Py_VISIT(self->next);
    return 0;
}

static int
node_clear(Node *self)
{
    Py_CLEAR(self->next);
    return 0;
}

static void
node_dealloc(Node *self)
{
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, node_dealloc)
    node_clear(self);
    PyObject_GC_Del(self);
    Py_TRASHCAN_END
}

static PyObject *
node(PyObject *self, PyObject *next)
{
    Node *made = PyObject_GC_New(Node, &Spam_Type);
    if (made != NULL) {
        Py_INCREF(next);
        made->next = next;
        PyObject_GC_Track(made);
    }
    return (PyObject *)made;
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Node",
    .tp_basicsize = sizeof(Node),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)node_dealloc,
    .tp_traverse = (traverseproc)node_traverse,
    .tp_clear = (inquiry)node_clear,
};

static PyTypeObject Nodes_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nodes",
    .tp_basicsize = sizeof(Nodes),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &PyList_Type,
};

static PyMethodDef methods[] = {
    {"node", node, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyType_Ready(&Nodes_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
