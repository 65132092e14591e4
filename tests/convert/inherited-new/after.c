#include <Python.h>

typedef struct {
    PyBaseExceptionObject base;
    int line;
} ParseError;

typedef struct {
    PyDictObject dict;
    int misses;
} Counter;

typedef struct {
    PyTypeObject *ParseError_Type;
    PyTypeObject *Counter_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
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
    return type;
}

static int
ParseError_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_ValueError)->tp_traverse(self, visit, arg);
}

static int
ParseError_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_ValueError)->tp_clear(self);
}

static PyType_Slot ParseError_Type_slots[] = {
    {Py_tp_traverse, ParseError_traverse},
    {Py_tp_clear, ParseError_clear},
    {0, NULL},
};

static PyType_Spec ParseError_Type_spec = {
    .name = "spam.ParseError",
    .basicsize = sizeof(ParseError),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = ParseError_Type_slots,
};

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
Counter_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyDict_Type.tp_traverse(self, visit, arg);
}

static int
Counter_clear(PyObject *self)
{
    return PyDict_Type.tp_clear(self);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Counter_Type_slots[] = {
    {Py_tp_traverse, Counter_traverse},
    {Py_tp_clear, Counter_clear},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Counter_Type_spec = {
    .name = "spam.Counter",
    .basicsize = sizeof(Counter),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Counter_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->ParseError_Type);
    Py_VISIT(state->Counter_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->ParseError_Type);
    Py_CLEAR(state->Counter_Type);
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

static struct PyModuleDef spammodule = {
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
    if ((state->ParseError_Type = spam_new_type(
             m, &ParseError_Type_spec,
             (PyTypeObject *)PyExc_ValueError)) == NULL
        || PyModule_AddObjectRef(m, "ParseError",
                                 (PyObject *)state->ParseError_Type) < 0)
    {
        return -1;
    }
    if ((state->Counter_Type = spam_new_type(m, &Counter_Type_spec,
                                             &PyDict_Type)) == NULL
        || PyModule_AddObjectRef(m, "Counter",
                                 (PyObject *)state->Counter_Type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
