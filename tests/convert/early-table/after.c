/* A table of a function that begins with a type which is made behind it becomes a field,
 * filled when the type is there; so is the object in static memory. */
#include <Python.h>

struct seen_record {
    long calls;
    PyObject *last;
};

typedef struct {
    struct seen_record seen;
    /* Says that there is no value. */
    PyObject *missing;
    PyTypeObject *types[1];
    PyTypeObject *Missing_Type;
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
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
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

static void
Missing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Missing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Missing_Type_slots[] = {
    {Py_tp_dealloc, Missing_dealloc},
    {Py_tp_traverse, Missing_traverse},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Missing_Type_spec = {
    .name = "spam.Missing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Missing_Type_slots,
};

static PyObject *
get_missing(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    state->seen.calls++;
    Py_INCREF(arg);
    Py_XSETREF(state->seen.last, arg);
    Py_INCREF(state->missing);
    return state->missing;
}

static PyMethodDef methods[] = {
    {"get_missing", get_missing, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->seen.last);
    Py_VISIT(state->missing);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        Py_VISIT(state->types[i]);
    }
    Py_VISIT(state->Missing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->seen.last);
    Py_CLEAR(state->missing);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        Py_CLEAR(state->types[i]);
    }
    Py_CLEAR(state->Missing_Type);
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
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Missing_Type = spam_new_type(m, &Missing_Type_spec);
    if (state->Missing_Type == NULL) {
        return -1;
    }
    state->types[0] = state->Missing_Type;
    Py_INCREF(state->types[0]);
    state->missing = PyType_GenericAlloc(state->Missing_Type, 0);
    if (state->missing == NULL) {
        return -1;
    }
    for (size_t i = 0; i < sizeof(state->types) / sizeof(state->types[0]); i++) {
        Py_INCREF(state->types[i]);
        if (PyModule_AddObject(m, "Missing",
                               (PyObject *)state->types[i]) < 0) {
            Py_DECREF(state->types[i]);
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
