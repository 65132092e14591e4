/* A free list for instances of the type itself: the condition begins with a macro. */
#include <Python.h>

#define MAX_FREE 8

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Node;

typedef struct {
    Node *free_list[MAX_FREE];
    int n_free;
    PyTypeObject *Node_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* For functions that deallocate an instance: NULL if the garbage collector has
 * already cleared the type. */
static inline spam_state *
find_spam_state(PyTypeObject *type)
{
    for (; type != NULL; type = type->tp_base) {
        if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
            break;
        }
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &spam_module) {
            return get_spam_state(module);
        }
    }
    return NULL;
}

static void
node_dealloc(Node *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->value);
    if (state != NULL && Py_TYPE(self) == state->Node_Type
        && state->n_free < MAX_FREE) {
        state->free_list[state->n_free++] = self;
        Py_DECREF(tp);
    }
    else {
        Py_TYPE(self)->tp_free((PyObject *)self);
        Py_DECREF(tp);
    }
}

static int
node_traverse(Node *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
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
    spam_state *state = get_spam_state_by_type(type);
    Node *self;
    PyObject *value;

    if (!PyArg_ParseTuple(args, "O:Node", &value)) {
        return NULL;
    }
    if (type == state->Node_Type && state->n_free > 0) {
        self = state->free_list[--state->n_free];
        PyObject_Init((PyObject *)self, state->Node_Type);
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

static PyType_Slot Node_Type_slots[] = {
    {Py_tp_dealloc, node_dealloc},
    {Py_tp_traverse, node_traverse},
    {Py_tp_clear, node_clear},
    {Py_tp_new, node_new},
    {0, NULL},
};

static PyType_Spec Node_Type_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(Node),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Node_Type_slots,
};

static PyObject *
kept(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->n_free);
}

static PyMethodDef spam_methods[] = {
    {"kept", kept, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Node_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    while (state->n_free > 0) {
        PyObject_GC_Del(state->free_list[--state->n_free]);
    }
    Py_CLEAR(state->Node_Type);
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
    state->Node_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Node_Type_spec, NULL);
    if (state->Node_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Node_Type);
    if (PyModule_AddObject(m, "Node", (PyObject *)state->Node_Type) < 0) {
        Py_DECREF(state->Node_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
