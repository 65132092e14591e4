/* A free list for instances of the type itself: the condition begins with a macro. */
#include <Python.h>

#define MAX_FREE 8

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Node;

static PyTypeObject Node_Type;
static Node *free_list[MAX_FREE];
static int n_free;

static void
node_dealloc(Node *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->value);
    if (Py_TYPE(self) == &Node_Type && n_free < MAX_FREE)
        free_list[n_free++] = self;
    else
        Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
node_traverse(Node *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return 0;
}

static int
node_clear(Node *self)
{
    Py_CLEAR(self->value);
    return 0;
}

static PyObject *
node_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Node *self;
    PyObject *value;

    if (!PyArg_ParseTuple(args, "O:Node", &value)) {
        return NULL;
    }
    if (type == &Node_Type && n_free > 0) {
        self = free_list[--n_free];
        _Py_NewReference((PyObject *)self);
        PyObject_GC_Track(self);
    }
    else {
        self = (Node *)type->tp_alloc(type, 0);
        if (self == NULL) {
            return NULL;
        }
    }
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Node",
    .tp_basicsize = sizeof(Node),
    .tp_dealloc = (destructor)node_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_traverse = (traverseproc)node_traverse,
    .tp_clear = (inquiry)node_clear,
    .tp_new = node_new,
};

static PyObject *
kept(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_free);
}

static PyMethodDef spam_methods[] = {
    {"kept", kept, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    if (PyType_Ready(&Node_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Node_Type);
    if (PyModule_AddObject(m, "Node", (PyObject *)&Node_Type) < 0) {
        Py_DECREF(&Node_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
