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

static int
node_traverse(NodeObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
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

typedef struct {
    PyTypeObject *Node_Type;
    PyTypeObject *Leaf_Type;
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

static PyType_Slot Node_Type_slots[] = {
    {Py_tp_dealloc, node_dealloc},
    {Py_tp_traverse, node_traverse},
    {Py_tp_clear, node_clear},
    {Py_tp_init, node_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Node_Type_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(NodeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Node_Type_slots,
};

static int
leaf_traverse(LeafObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return ((traverseproc)node_traverse)((PyObject *)self, visit, arg);
}

static int
leaf_clear(LeafObject *self)
{
    Py_CLEAR(self->value);
    return (node_clear)((PyObject *)self);
}

static void
leaf_dealloc(LeafObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    ((destructor)node_dealloc)((PyObject *)self);
}

static int
leaf_init(LeafObject *self, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (state->Node_Type->tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    Py_INCREF(Py_None);
    Py_XSETREF(self->value, Py_None);
    return 0;
}

/* Protocols 0 and 1 treat a heap type like a Python class and lose its state. */
static PyObject *
spam_reduce_ex(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 2) {
        PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self),
                                                "__name__");
        if (name != NULL) {
            PyErr_Format(PyExc_TypeError, "cannot pickle %R object", name);
            Py_DECREF(name);
        }
        return NULL;
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__",
                               "OO", self, protocol);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Leaf_Type_slots[] = {
    {Py_tp_dealloc, leaf_dealloc},
    {Py_tp_traverse, leaf_traverse},
    {Py_tp_clear, leaf_clear},
    {Py_tp_init, leaf_init},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Leaf_Type_spec = {
    .name = "spam.Leaf",
    .basicsize = sizeof(LeafObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Leaf_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Node_Type);
    Py_VISIT(state->Leaf_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Node_Type);
    Py_CLEAR(state->Leaf_Type);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Node_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Node_Type_spec, NULL)) == NULL
        || (state->Leaf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Leaf_Type_spec, (PyObject *)state->Node_Type)) == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->Leaf_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
