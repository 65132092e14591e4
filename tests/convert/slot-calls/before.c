/* A subtype calls the slots of its base, which it finds through the type. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} NodeObject;

typedef struct {
    NodeObject node;
    PyObject *value;
} LeafObject;

static PyTypeObject Node_Type, Leaf_Type;

static int
node_traverse(NodeObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    return 0;
}

static int
node_clear(PyObject *self)
{
    Py_CLEAR(((NodeObject *)self)->name);
    return 0;
}

static void
node_dealloc(NodeObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
node_init(NodeObject *self, PyObject *args, PyObject *kwargs)
{
    PyObject *name;
    if (!PyArg_ParseTuple(args, "O:Node", &name)) {
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Node",
    .tp_basicsize = sizeof(NodeObject),
    .tp_dealloc = (destructor)node_dealloc,
    .tp_traverse = (traverseproc)node_traverse,
    .tp_clear = node_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_init = (initproc)node_init,
    .tp_new = PyType_GenericNew,
};

static int
leaf_traverse(LeafObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return Node_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
leaf_clear(LeafObject *self)
{
    Py_CLEAR(self->value);
    return (Node_Type.tp_clear)((PyObject *)self);
}

static void
leaf_dealloc(LeafObject *self)
{
    Py_XDECREF(self->value);
    Node_Type.tp_dealloc((PyObject *)self);
}

static int
leaf_init(LeafObject *self, PyObject *args, PyObject *kwargs)
{
    if (Node_Type.tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    Py_INCREF(Py_None);
    Py_XSETREF(self->value, Py_None);
    return 0;
}

static PyTypeObject Leaf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Leaf",
    .tp_basicsize = sizeof(LeafObject),
    .tp_dealloc = (destructor)leaf_dealloc,
    .tp_traverse = (traverseproc)leaf_traverse,
    .tp_clear = (inquiry)leaf_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_base = &Node_Type,
    .tp_init = (initproc)leaf_init,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Node_Type) < 0 || PyType_Ready(&Leaf_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Leaf_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
