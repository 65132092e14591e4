#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} unit;

typedef struct {
    PyObject *the_unit;
    PyTypeObject *Unit_Type;
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

static PyObject *
spam_unit(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    (void)self;
    (void)unused;
    Py_INCREF(state->the_unit);
    return state->the_unit;
}

static void
Unit_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Unit_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Unit_Type_slots[] = {
    {Py_tp_dealloc, Unit_dealloc},
    {Py_tp_traverse, Unit_traverse},
    {0, NULL},
};

static PyType_Spec Unit_Type_spec = {
    .name = "spam.Unit",
    .basicsize = sizeof(unit),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Unit_Type_slots,
};

static void
Other_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Other_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Other_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Other_dealloc},
    {Py_tp_traverse, Other_traverse},
    {0, NULL},
};

static PyType_Spec Other_Type_spec = {
    .name = "spam.Other",
    .basicsize = sizeof(unit),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Other_Type_slots,
};

static PyMethodDef methods[] = {
    {"unit", spam_unit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->the_unit);
    Py_VISIT(state->Unit_Type);
    Py_VISIT(state->Other_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->the_unit);
    Py_CLEAR(state->Unit_Type);
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
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

/* What it is given is called through a pointer, which may do anything with it. */
static int
each_type(spam_state *state, PyObject *dict,
          int (*call)(PyObject *, const char *, PyObject *))
{
    Py_INCREF(state->Other_Type);
    return call(dict, "Other", (PyObject *)state->Other_Type);
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Unit_Type = spam_new_type(m, &Unit_Type_spec)) == NULL
        || (state->Other_Type = spam_new_type(m, &Other_Type_spec)) == NULL) {
        return -1;
    }
    if ((state->the_unit = state->Unit_Type->tp_alloc(state->Unit_Type,
                                                      0)) == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(PyModule_GetDict(m), "Unit",
                             (PyObject *)state->Unit_Type) < 0
        || each_type(state, PyModule_GetDict(m), PyDict_SetItemString) < 0)
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
