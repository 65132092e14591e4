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
    Py_XDECREF(self->value);
    PyObject_Free(self);
}

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Node",
    .tp_basicsize = sizeof(Node),
    .tp_dealloc = (destructor)node_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
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
    for (Node *node = self->first; node != NULL; node = node->next)
        Py_CLEAR(node->value);
    Py_XDECREF(self->table);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
chain_add(Chain *self, PyObject *arg)
{
    Node *node = PyObject_New(Node, &Node_Type);
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

static PyTypeObject Chain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Chain",
    .tp_basicsize = sizeof(Chain),
    .tp_dealloc = (destructor)chain_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = chain_methods,
    .tp_init = (initproc)chain_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Node_Type) < 0 || PyType_Ready(&Chain_Type) < 0)
        return NULL;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Chain_Type);
    if (PyModule_AddObject(m, "Chain", (PyObject *)&Chain_Type) < 0) {
        Py_DECREF(&Chain_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
