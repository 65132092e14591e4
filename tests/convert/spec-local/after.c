#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    long n;
} Counter;

typedef struct {
    PyObject *spam_error;
    PyTypeObject *Counter_Type;
    PyTypeObject *Stepper_Type;
} spam_state;

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

static int
Counter_init(Counter *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"n", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l", names, &self->n)) {
        return -1;
    }
    if (self->n < 0) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->spam_error, "negative");
        return -1;
    }
    return 0;
}

static void
Counter_dealloc(Counter *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Counter_next(Counter *self, PyObject *Py_UNUSED(ignored))
{
    if (self->n == 100) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->spam_error, "too many");
        return NULL;
    }
    return PyLong_FromLong(++self->n);
}

static Py_ssize_t
Counter_length(Counter *self)
{
    if (self->n == 7) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->spam_error, "seven");
        return -1;
    }
    return (Py_ssize_t)self->n;
}

static PyMethodDef Counter_methods[] = {
    {"next", (PyCFunction)Counter_next, METH_NOARGS, "The next number."},
    {NULL, NULL, 0, NULL},
};

static int
register_type(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyType_Slot slots[] = {
        {Py_tp_init, Counter_init},
        {Py_tp_dealloc, Counter_dealloc},
        {Py_tp_methods, Counter_methods},
        {Py_tp_doc, (void *)"A counter."},
        {Py_sq_length, Counter_length},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "spam.Counter",
        .basicsize = sizeof(Counter),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };

    state->Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &spec, NULL);
    return state->Counter_Type == NULL;
}

static PyObject *
Stepper_step(Counter *self, PyObject *Py_UNUSED(ignored))
{
    if (self->n > 5) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->spam_error, "no step");
        return NULL;
    }
    self->n += 2;
    return PyLong_FromLong(self->n);
}

static PyMethodDef Stepper_methods[] = {
    {"step", (PyCFunction)Stepper_step, METH_NOARGS, "Two more."},
    {NULL, NULL, 0, NULL},
};

static int
register_derived_type(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyType_Slot slots[] = {
        {Py_tp_methods, Stepper_methods},
        {Py_tp_base, state->Counter_Type},
        {0, NULL},
    };
    PyType_Spec spec = {
        "spam.Stepper", sizeof(Counter), 0, Py_TPFLAGS_DEFAULT, slots,
    };

    state->Stepper_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &spec, NULL);
    return state->Stepper_Type == NULL ? -1 : 0;
}

static PyObject *
spam_count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyObject_CallNoArgs((PyObject *)state->Counter_Type);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, "A new counter."},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    Py_VISIT(state->Counter_Type);
    Py_VISIT(state->Stepper_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
    Py_CLEAR(state->Counter_Type);
    Py_CLEAR(state->Stepper_Type);
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
    PyModuleDef_HEAD_INIT, "spam", "Counts.", sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if (register_type(m) || register_derived_type(m) < 0) {
        return -1;
    }
    state->spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->spam_error == NULL) {
        return -1;
    }
    Py_INCREF(state->spam_error);
    if (PyModule_AddObject(m, "Error", state->spam_error) < 0) {
        Py_DECREF(state->spam_error);
        return -1;
    }
    Py_INCREF(state->Counter_Type);
    if (PyModule_AddObject(m, "Counter",
                           (PyObject *)state->Counter_Type) < 0) {
        Py_DECREF(state->Counter_Type);
        return -1;
    }
    Py_INCREF(state->Stepper_Type);
    if (PyModule_AddObject(m, "Stepper",
                           (PyObject *)state->Stepper_Type) < 0) {
        Py_DECREF(state->Stepper_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
