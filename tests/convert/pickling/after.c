/* What protocols 0 and 1 would lose is refused by a method: of Names, whose base can be
 * made by Python code, and of Child.  Plain cannot be made, and Node was not refused. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyListObject list;
    int n;
} NamesObject;

typedef struct {
    PyObject_HEAD
    int n;
} NodeObject;

typedef struct {
    PyTypeObject *Names_Type;
    PyTypeObject *Node_Type;
    PyTypeObject *Child_Type;
    PyTypeObject *Plain_Type;
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

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
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

static int
Names_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyList_Type.tp_traverse(self, visit, arg);
}

static int
Names_clear(PyObject *self)
{
    return PyList_Type.tp_clear(self);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Names_Type_slots[] = {
    {Py_tp_traverse, Names_traverse},
    {Py_tp_clear, Names_clear},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Names_Type_spec = {
    .name = "spam.Names",
    .basicsize = sizeof(NamesObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Names_Type_slots,
};

static PyObject *
node_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static void
Node_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Node_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Node_Type_slots[] = {
    {Py_tp_new, node_new},
    {Py_tp_dealloc, Node_dealloc},
    {Py_tp_traverse, Node_traverse},
    {0, NULL},
};

static PyType_Spec Node_Type_spec = {
    .name = "spam.Node",
    .basicsize = sizeof(NodeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Node_Type_slots,
};

static PyType_Slot Child_Type_slots[] = {
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Child_Type_spec = {
    .name = "spam.Child",
    .basicsize = sizeof(NodeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Child_Type_slots,
};

static void
Plain_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Plain_Type_slots[] = {
    {Py_tp_dealloc, Plain_dealloc},
    {0, NULL},
};

static PyType_Spec Plain_Type_spec = {
    .name = "spam.Plain",
    .basicsize = sizeof(NodeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Plain_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Names_Type);
    Py_VISIT(state->Node_Type);
    Py_VISIT(state->Child_Type);
    Py_VISIT(state->Plain_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Names_Type);
    Py_CLEAR(state->Node_Type);
    Py_CLEAR(state->Child_Type);
    Py_CLEAR(state->Plain_Type);
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
    if ((state->Names_Type = spam_new_type(m, &Names_Type_spec,
                                           &PyList_Type)) == NULL
        || (state->Node_Type = spam_new_type(m, &Node_Type_spec,
                                             NULL)) == NULL
        || (state->Child_Type = spam_new_type(m, &Child_Type_spec,
                                              state->Node_Type)) == NULL
        || (state->Plain_Type = spam_new_type(m, &Plain_Type_spec,
                                              NULL)) == NULL)
    {
        return -1;
    }
    Py_INCREF(state->Names_Type);
    if (PyModule_AddObject(m, "Names", (PyObject *)state->Names_Type) < 0) {
        Py_DECREF(state->Names_Type);
        return -1;
    }
    Py_INCREF(state->Child_Type);
    if (PyModule_AddObject(m, "Child", (PyObject *)state->Child_Type) < 0) {
        Py_DECREF(state->Child_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
