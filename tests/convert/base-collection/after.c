/* Types that inherit all that the garbage collector asks for.  What visits their type is a
 * function of their own, so tp_clear is inherited no longer. */
#include <Python.h>

typedef struct {
    PyTypeObject *ordered;  /* known at run time */
    PyObject *marks;
    PyTypeObject *Mapping_Type;
    PyTypeObject *Row_Type;
    PyTypeObject *Word_Type;
    PyTypeObject *Failure_Type;
    PyTypeObject *Ordered_Type;
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
    return type;
}

static PyObject *
mark(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    if (PyList_Append(state->marks, (PyObject *)Py_TYPE(self)) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
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

static PyMethodDef mark_methods[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {"mark", mark, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Mapping_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyDict_Type.tp_traverse(self, visit, arg);
}

static int
Mapping_clear(PyObject *self)
{
    return PyDict_Type.tp_clear(self);
}

static PyType_Slot Mapping_Type_slots[] = {
    {Py_tp_methods, mark_methods},
    {Py_tp_traverse, Mapping_traverse},
    {Py_tp_clear, Mapping_clear},
    {0, NULL},
};

static PyType_Spec Mapping_Type_spec = {
    .name = "spam.Mapping",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Mapping_Type_slots,
};

static int
Row_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyTuple_Type.tp_traverse(self, visit, arg);
}

static PyType_Slot Row_Type_slots[] = {
    {Py_tp_methods, mark_methods},
    {Py_tp_traverse, Row_traverse},
    {0, NULL},
};

static PyType_Spec Row_Type_spec = {
    .name = "spam.Row",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Row_Type_slots,
};

static int
Word_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Word_Type_slots[] = {
    {Py_tp_methods, mark_methods},
    {Py_tp_traverse, Word_traverse},
    {0, NULL},
};

static PyType_Spec Word_Type_spec = {
    .name = "spam.Word",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Word_Type_slots,
};

static int
Failure_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_ValueError)->tp_traverse(self, visit, arg);
}

static int
Failure_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_ValueError)->tp_clear(self);
}

static PyType_Slot Failure_Type_slots[] = {
    {Py_tp_methods, mark_methods},
    {Py_tp_traverse, Failure_traverse},
    {Py_tp_clear, Failure_clear},
    {0, NULL},
};

static PyType_Spec Failure_Type_spec = {
    .name = "spam.Failure",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Failure_Type_slots,
};

static int
Ordered_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    PyTypeObject *base = Py_TYPE(self);
    while (base->tp_traverse != Ordered_traverse) { /* a subclass */
        base = base->tp_base;
    }
    while (base->tp_traverse == Ordered_traverse) {
        base = base->tp_base;
    }
    traverseproc base_traverse = base->tp_traverse;
    return base_traverse != NULL ? base_traverse(self, visit, arg) : 0;
}

static int
Ordered_clear(PyObject *self)
{
    PyTypeObject *base = Py_TYPE(self);
    while (base->tp_clear != Ordered_clear) { /* a subclass */
        base = base->tp_base;
    }
    while (base->tp_clear == Ordered_clear) {
        base = base->tp_base;
    }
    inquiry base_clear = base->tp_clear;
    return base_clear != NULL ? base_clear(self) : 0;
}

static PyType_Slot Ordered_Type_slots[] = {
    {Py_tp_methods, mark_methods},
    {Py_tp_traverse, Ordered_traverse},
    {Py_tp_clear, Ordered_clear},
    {0, NULL},
};

static PyType_Spec Ordered_Type_spec = {
    .name = "spam.Ordered",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Ordered_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->ordered);
    Py_VISIT(state->marks);
    Py_VISIT(state->Mapping_Type);
    Py_VISIT(state->Row_Type);
    Py_VISIT(state->Word_Type);
    Py_VISIT(state->Failure_Type);
    Py_VISIT(state->Ordered_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->ordered);
    Py_CLEAR(state->marks);
    Py_CLEAR(state->Mapping_Type);
    Py_CLEAR(state->Row_Type);
    Py_CLEAR(state->Word_Type);
    Py_CLEAR(state->Failure_Type);
    Py_CLEAR(state->Ordered_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *collections = PyImport_ImportModule("collections");
    if (collections == NULL) {
        return -1;
    }
    state->ordered = (PyTypeObject *)PyObject_GetAttrString(collections,
                                                            "OrderedDict");
    Py_DECREF(collections);
    state->marks = PyList_New(0);
    if (state->ordered == NULL || state->marks == NULL) {
        return -1;
    }
    if ((state->Mapping_Type = spam_new_type(m, &Mapping_Type_spec, &PyDict_Type)) == NULL || (state->Row_Type = spam_new_type(m, &Row_Type_spec, &PyTuple_Type)) == NULL
        || (state->Word_Type = spam_new_type(m, &Word_Type_spec, &PyUnicode_Type)) == NULL || (state->Failure_Type = spam_new_type(m, &Failure_Type_spec, (PyTypeObject *)PyExc_ValueError)) == NULL
        || (state->Ordered_Type = spam_new_type(m, &Ordered_Type_spec, state->ordered)) == NULL)
    {
        return -1;
    }
    if (PyModule_AddObjectRef(m, "Mapping",
                              (PyObject *)state->Mapping_Type) < 0
        || PyModule_AddObjectRef(m, "Row", (PyObject *)state->Row_Type) < 0
        || PyModule_AddObjectRef(m, "Word", (PyObject *)state->Word_Type) < 0
        || PyModule_AddObjectRef(m, "Failure",
                                 (PyObject *)state->Failure_Type) < 0
        || PyModule_AddObjectRef(m, "Ordered",
                                 (PyObject *)state->Ordered_Type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
