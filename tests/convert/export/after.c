/* PyModExport_spam for Python 3.15 beside PyInit_spam. */
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

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}

#if PY_VERSION_HEX >= 0x030F0000
/* Python 3.15 and newer call this instead of PyInit. */
PyABIInfo_VAR(spam_abi);

static PySlot spam_export[] = {
    PySlot_STATIC_DATA(Py_mod_abi, &spam_abi),
    PySlot_DATA(Py_mod_name, "spam"),
    PySlot_SIZE(Py_mod_state_size, sizeof(spam_state)),
    PySlot_FUNC(Py_mod_state_traverse, spam_traverse),
    PySlot_FUNC(Py_mod_state_clear, spam_clear),
    PySlot_FUNC(Py_mod_state_free, spam_free),
    PySlot_STATIC_DATA(Py_mod_slots, spam_slots),
    PySlot_STATIC_DATA(Py_mod_token, &spam_module),
    PySlot_END,
};

PyMODEXPORT_FUNC
PyModExport_spam(void)
{
    return spam_export;
}
#endif
