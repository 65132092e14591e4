#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Thing;

static PyObject *
thing_add(PyObject *a, PyObject *b)
{
    Py_RETURN_NONE;
}

static PyObject *
thing_subtract(PyObject *a, PyObject *b)
{
    Py_RETURN_NONE;
}

static Py_ssize_t
thing_length(PyObject *self)
{
    return 0;
}

static PyObject *
thing_ping(PyObject *self, PyObject *unused)
{
    Py_RETURN_NONE;
}

#ifdef SMALL
/* Positional, and in front of what this build compiles. */
#else
#endif

#if defined(FIRST)
#elif !defined(SECOND)
#else
#endif

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

/* The methods of things. */
#ifndef SMALL
static PyMethodDef thing_methods[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {"ping", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
#else
static PyMethodDef thing_methods[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {"pong", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
#endif

typedef struct {
    PyTypeObject *Thing_Type;
    PyTypeObject *Other_Type;
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

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Thing_Type_slots[] = {
#ifndef SMALL
    {Py_nb_add, thing_add},
#endif
#ifdef SMALL
    {Py_nb_add, thing_subtract},
    {Py_nb_subtract, thing_add},
#endif
#if defined(FIRST)
    {Py_sq_length, thing_length},
#endif
#if defined(FIRST)
#elif !defined(SECOND)
#else
    {Py_sq_length, thing_length},
#ifdef WITH_CONCAT
    {Py_sq_concat, thing_add},
#endif
#endif
    {Py_tp_methods, thing_methods},
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Thing_Type_slots,
};

static void
Other_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Other_Type_slots[] = {
#ifndef SMALL
    {Py_nb_add, thing_add},
#endif
#ifdef SMALL
    {Py_nb_add, thing_subtract},
    {Py_nb_subtract, thing_add},
#endif
#if defined(FIRST)
    {Py_sq_length, thing_length},
#endif
#if defined(FIRST)
#elif !defined(SECOND)
#else
    {Py_sq_length, thing_length},
#ifdef WITH_CONCAT
    {Py_sq_concat, thing_add},
#endif
#endif
    {Py_tp_methods, thing_methods},
    {Py_tp_dealloc, Other_dealloc},
    {0, NULL},
};

static PyType_Spec Other_Type_spec = {
    .name = "spam.Other",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Other_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->Other_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->Other_Type);
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
    state->Thing_Type = spam_new_type(m, &Thing_Type_spec);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    state->Other_Type = spam_new_type(m, &Other_Type_spec);
    if (state->Other_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Thing_Type);
    if (PyModule_AddObject(m, "Thing", (PyObject *)state->Thing_Type) < 0) {
        Py_DECREF(state->Thing_Type);
        return -1;
    }
    Py_INCREF(state->Other_Type);
    if (PyModule_AddObject(m, "Other", (PyObject *)state->Other_Type) < 0) {
        Py_DECREF(state->Other_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
