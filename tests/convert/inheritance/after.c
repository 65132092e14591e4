/* Own and foreign bases; dealloc and traverse that go on to the base's. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Spam;

typedef struct {
    Spam spam;
    PyObject *more;
} Egg;

static int
spam_traverse(Spam *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static int
spam_clear(Spam *self)
{
    Py_CLEAR(self->value);
    return 0;
}

static void
spam_dealloc(Spam *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    spam_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
egg_traverse(Egg *self, visitproc visit, void *arg)
{
    Py_VISIT(self->more);
    return spam_traverse(&self->spam, visit, arg);
}

static void
egg_dealloc(Egg *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->more);
    spam_dealloc(&self->spam);
}

typedef struct {
    PyTypeObject *Spam_Type;
    PyTypeObject *Egg_Type;
    PyTypeObject *Error_Type;
} spam_module_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_module_state *
get_spam_module_state(PyObject *module)
{
    return (spam_module_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_module_state *
get_spam_module_state_by_final_type(PyTypeObject *type)
{
    return get_spam_module_state(((PyHeapTypeObject *)type)->ht_module);
}

static inline PyTypeObject *
spam_module_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
egg_is_spam(PyObject *self, PyObject *arg)
{
    spam_module_state *state = get_spam_module_state_by_final_type(
        Py_TYPE(self));
    return PyBool_FromLong(PyObject_TypeCheck(arg, state->Spam_Type));
}

/* Protocols 0 and 1 treat a heap type like a Python class and lose its state. */
static PyObject *
spam_module_reduce_ex(PyObject *self, PyObject *protocol)
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

static PyMethodDef egg_methods[] = {
    {"__reduce_ex__", spam_module_reduce_ex, METH_O, NULL},
    {"is_spam", egg_is_spam, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_dealloc, spam_dealloc},
    {Py_tp_traverse, spam_traverse},
    {Py_tp_clear, spam_clear},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_traverse, egg_traverse},
    {Py_tp_clear, spam_clear},
    {Py_tp_methods, egg_methods},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static int
Error_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(self, visit, arg);
}

static int
Error_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

static PyType_Slot Error_Type_slots[] = {
    {Py_tp_traverse, Error_traverse},
    {Py_tp_clear, Error_clear},
    {0, NULL},
};

static PyType_Spec Error_Type_spec = {
    .name = "spam.Error",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Error_Type_slots,
};

static int
spam_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Error_Type);
    return 0;
}

static int
spam_module_clear(PyObject *module)
{
    spam_module_state *state = get_spam_module_state(module);
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Error_Type);
    return 0;
}

static void
spam_module_free(void *module)
{
    (void)spam_module_clear((PyObject *)module);
}

static int spam_module_exec(PyObject *m);

static PyModuleDef_Slot spam_module_slots[] = {
    {Py_mod_exec, spam_module_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam",
    .m_size = sizeof(spam_module_state),
    .m_slots = spam_module_slots,
    .m_traverse = spam_module_traverse,
    .m_clear = spam_module_clear,
    .m_free = spam_module_free,
};

static int
spam_module_exec(PyObject *m)
{
    spam_module_state *state = get_spam_module_state(m);
    state->Spam_Type = spam_module_new_type(m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->Egg_Type = spam_module_new_type(m, &Egg_Type_spec,
                                           state->Spam_Type);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->Error_Type = spam_module_new_type(m, &Error_Type_spec,
                                             (PyTypeObject *)PyExc_Exception);
    if (state->Error_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
