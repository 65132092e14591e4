#include <Python.h>

typedef struct _trait early_trait;
typedef PyObject *(*handler)(early_trait *, PyObject *);

typedef struct _trait {
    PyObject_HEAD
    handler handle;
    PyObject *last;
    void *state; /* of the module, once it was looked up */
} Trait;

typedef struct {
    /* Handlers that a table of pointers leads to find the state by the instance that they get,
     * also where its struct has another name first, and where the type of an instance is only
     * what something else is checked against. */
    PyObject *Error;
    PyTypeObject *Trait_Type;
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

static PyObject *
only_same(Trait *self, PyObject *value)
{
    if (!PyObject_TypeCheck(value, Py_TYPE(self))) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->Error, "another type");
        return NULL;
    }
    Py_INCREF(value);
    return value;
}

static PyObject *
only_none(Trait *self, PyObject *value)
{
    if (value != Py_None) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->Error, "not None");
        return NULL;
    }
    Py_RETURN_NONE;
}

static handler handlers[] = {only_same, only_none};

static PyObject *
Trait_set(Trait *self, PyObject *args)
{
    int number;
    if (!PyArg_ParseTuple(args, "i", &number)) {
        return NULL;
    }
    if (number < 0 || number > 1) {
        spam_state *state = get_spam_state_kept(Py_TYPE(self), &self->state);
        PyErr_SetString(state->Error, "no such handler");
        return NULL;
    }
    self->handle = handlers[number];
    Py_RETURN_NONE;
}

static PyObject *
Trait_check(Trait *self, PyObject *value)
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self), &self->state);
    PyObject *result = self->handle != NULL ? self->handle(self, value) : NULL;
    if (result != NULL) {
        Py_INCREF(result);
        Py_XSETREF(self->last, result);
    }
    else if (!PyErr_Occurred()) {
        PyErr_SetString(state->Error, "no handler");
    }
    return result;
}

static int
Trait_traverse(Trait *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    if (self->last != NULL) {
        return visit(self->last, arg);
    }
    return 0;
}

static int
Trait_clear(Trait *self)
{
    Py_CLEAR(self->last);
    return 0;
}

static void
Trait_dealloc(Trait *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Trait_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Trait_methods[] = {
    {"set", (PyCFunction)Trait_set, METH_VARARGS, NULL},
    {"check", (PyCFunction)Trait_check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Trait_Type_slots[] = {
    {Py_tp_dealloc, Trait_dealloc},
    {Py_tp_traverse, Trait_traverse},
    {Py_tp_clear, Trait_clear},
    {Py_tp_methods, Trait_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Trait_Type_spec = {
    .name = "spam.Trait",
    .basicsize = sizeof(Trait),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Trait_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->Trait_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Trait_Type);
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
    state->Trait_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Trait_Type_spec, NULL);
    if (state->Trait_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->Trait_Type) < 0) {
        return -1;
    }
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL
        || PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
