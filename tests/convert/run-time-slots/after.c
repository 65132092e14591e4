#include <Python.h>

typedef struct {
    PyDictObject base;
    int touched;
} TouchObject;

static Py_ssize_t
touch_length(PyObject *self)
{
    ((TouchObject *)self)->touched++;
    return PyDict_Type.tp_as_mapping->mp_length(self);
}

static int
touch_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    ((TouchObject *)self)->touched = 0;
    return PyDict_Type.tp_init(self, args, kwds);
}

typedef struct {
    PyTypeObject *Touch_Type;
    PyTypeObject *Deep_Type;
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
Touch_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyDict_Type.tp_traverse(self, visit, arg);
}

static int
Touch_clear(PyObject *self)
{
    return PyDict_Type.tp_clear(self);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Touch_Type_slots[] = {
    {Py_mp_length, touch_length},
    {Py_tp_init, touch_init},
    {Py_tp_traverse, Touch_traverse},
    {Py_tp_clear, Touch_clear},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Touch_Type_spec = {
    .name = "spam.Touch",
    .basicsize = sizeof(TouchObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Touch_Type_slots,
};

static PyType_Slot Deep_Type_slots[] = {
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Deep_Type_spec = {
    .name = "spam.Deep",
    .basicsize = sizeof(TouchObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Deep_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Touch_Type);
    Py_VISIT(state->Deep_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Touch_Type);
    Py_CLEAR(state->Deep_Type);
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
    if ((state->Touch_Type = spam_new_type(m, &Touch_Type_spec,
                                           &PyDict_Type)) == NULL
        || (state->Deep_Type = spam_new_type(m, &Deep_Type_spec,
                                             state->Touch_Type)) == NULL) {
        return -1;
    }
    Py_INCREF(state->Touch_Type);
    PyModule_AddObject(m, "Touch", (PyObject *)state->Touch_Type);
    Py_INCREF(state->Deep_Type);
    PyModule_AddObject(m, "Deep", (PyObject *)state->Deep_Type);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
