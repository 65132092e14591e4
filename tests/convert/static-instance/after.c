/* Objects in static memory become objects of the module. */
#include <Python.h>

#define MISSING state->missing

typedef struct {
    PyObject_HEAD
} Nothing;

typedef struct {
    PyObject *missing;
    Nothing *nothing;
    PyTypeObject *Spam_Type;
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

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Nothing",
    .basicsize = sizeof(Nothing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Spam_Type_slots,
};

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

static PyType_Slot Missing_Type_slots[] = {
    {Py_tp_dealloc, Missing_dealloc},
    {Py_tp_traverse, Missing_traverse},
    {0, NULL},
};

static PyType_Spec Missing_Type_spec = {
    .name = "spam.Missing",
    .basicsize = 0,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Missing_Type_slots,
};

static PyObject *
is_missing(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return PyBool_FromLong(arg == MISSING);
}

static PyObject *
get_missing(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(MISSING);
    return MISSING;
}

static PyObject *
get_nothing(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(state->nothing);
    return (PyObject *)state->nothing;
}

static PyMethodDef methods[] = {
    {"is_missing", is_missing, METH_O, NULL},
    {"get_missing", get_missing, METH_NOARGS, NULL},
    {"get_nothing", get_nothing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->missing);
    Py_VISIT(state->nothing);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Missing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->missing);
    Py_CLEAR(state->nothing);
    Py_CLEAR(state->Spam_Type);
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
    state->Spam_Type = spam_new_type(m, &Spam_Type_spec);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->nothing = (Nothing *)PyType_GenericAlloc(state->Spam_Type, 0);
    if (state->nothing == NULL) {
        return -1;
    }
    state->Missing_Type = spam_new_type(m, &Missing_Type_spec);
    if (state->Missing_Type == NULL)
        goto error;
    state->missing = PyType_GenericAlloc(state->Missing_Type, 0);
    if (state->missing == NULL)
        goto error;
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
