/* PyModExport_spam instead of a definition and PyInit_spam. */
#include <Python.h>

#include <stdio.h>

typedef struct {
    PyObject_HEAD
    long value;
    void *state; /* of the module, once it was looked up */
} Number;

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Number_Type;
    PyTypeObject *Token_Type;
    PyTypeObject *Even_Type;
} spam_state;

/* Its address identifies classes of this module. */
static const char spam_token = 0;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByToken(type, &spam_token);
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module); /* kept alive by the type */
    return get_spam_state(module);
}

/* By an instance, which keeps it in *kept: its type holds the module. */
static inline spam_state *
get_spam_state_kept(PyTypeObject *type, void **kept)
{
    if (*kept != NULL) {
        return (spam_state *)*kept;
    }
    spam_state *state = get_spam_state_by_type(type);
    *kept = state;
    return state;
}

/* For binary slots: either operand may be of a type of this module. */
static inline spam_state *
get_spam_state_by_operands(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(left));
    if (state == NULL) {
        PyErr_Clear();
        state = get_spam_state_by_type(Py_TYPE(right));
    }
    return state;
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec,
                                                 (PyObject *)base);
    /* The name of the static type had no module. */
    if (type != NULL && strncmp(spec->name, "builtins.", 9) == 0) {
        type->tp_name = spec->name + 9;
    }
    return type;
}

static PyObject *
number_add(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_operands(left, right);
    if (!PyObject_TypeCheck(left, state->Number_Type)
        || !PyObject_TypeCheck(right, state->Number_Type))
    {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (((Number *)left)->value < 0) {
        PyErr_SetString(state->SpamError, "negative");
        return NULL;
    }
    return PyLong_FromLong(((Number *)left)->value + ((Number *)right)->value);
}

static PyObject *
number_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self),
                                            &((Number *)self)->state);
    return PyErr_Format(state->SpamError, "%ld", ((Number *)self)->value);
}

static PyMethodDef number_methods[] = {
    {"fail", number_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Number_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Number_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Number_Type_slots[] = {
    {Py_nb_add, number_add},
    {Py_tp_methods, number_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Number_dealloc},
    {Py_tp_traverse, Number_traverse},
    {0, NULL},
};

static PyType_Spec Number_Type_spec = {
    .name = "spam.Number",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Number_Type_slots,
};

static void
Token_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Token_Type_slots[] = {
    {Py_tp_dealloc, Token_dealloc},
    {0, NULL},
};

static PyType_Spec Token_Type_spec = {
    .name = "builtins.token",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Token_Type_slots,
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

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Even_Type_slots[] = {
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Even_Type_spec = {
    .name = "spam.Even",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Even_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Number_Type);
    Py_VISIT(state->Token_Type);
    Py_VISIT(state->Even_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Number_Type);
    Py_CLEAR(state->Token_Type);
    Py_CLEAR(state->Even_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

PyABIInfo_VAR(spam_abi);

static PySlot spam_export[] = {
    PySlot_STATIC_DATA(Py_mod_abi, &spam_abi),
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_SIZE(Py_mod_state_size, sizeof(spam_state)),
    PySlot_FUNC(Py_mod_state_traverse, spam_traverse),
    PySlot_FUNC(Py_mod_state_clear, spam_clear),
    PySlot_FUNC(Py_mod_state_free, spam_free),
    PySlot_FUNC(Py_mod_exec, spam_exec),
    PySlot_DATA(Py_mod_multiple_interpreters,
                Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),
    PySlot_DATA(Py_mod_token, &spam_token),
    PySlot_END,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Number_Type = spam_new_type(m, &Number_Type_spec,
                                            NULL)) == NULL
        || (state->Token_Type = spam_new_type(m, &Token_Type_spec,
                                              NULL)) == NULL
        || (state->Even_Type = spam_new_type(m, &Even_Type_spec,
                                             state->Number_Type)) == NULL)
    {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    Py_XINCREF(state->SpamError);
    if (PyModule_AddObject(m, "Error", state->SpamError) < 0) {
        Py_XDECREF(state->SpamError);
        return -1;
    }
    Py_INCREF(state->Even_Type);
    if (PyModule_AddObject(m, "Even", (PyObject *)state->Even_Type) < 0) {
        Py_DECREF(state->Even_Type);
        return -1;
    }
    return 0;
}

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return spam_export;
}
