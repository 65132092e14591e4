/* Names that macros put together: all of them are fields, so the macros name those. */
#include <Python.h>

#define COUNT(state, WHAT) ((state)->n_ ## WHAT++)

typedef struct {
    PyObject *str_name;
    PyObject *str_value;
    PyObject *str_unused;
    int n_made;
    int n_dropped;
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static int
init_strings(spam_state *state)
{
#define INIT_STRING(S) \
    if (!(state->str_ ## S = PyUnicode_InternFromString(#S))) \
        return -1
    INIT_STRING(name);
    INIT_STRING(value);
    INIT_STRING(unused);
#undef INIT_STRING
    return 0;
}

typedef struct {
    PyObject_HEAD
} Spam;

static PyObject *
spam_get(PyObject *self, PyObject *key)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    PyObject *found = PyObject_RichCompare(key, state->str_name, Py_EQ);
    COUNT(state, made);
    return found;
}

static PyMethodDef spam_methods[] = {
    {"get", spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

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
    {Py_tp_methods, spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyObject *
counts(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    COUNT(state, dropped);
    return Py_BuildValue("iiO", state->n_made, state->n_dropped,
                         state->str_value);
}

static PyMethodDef methods[] = {
    {"counts", counts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->str_name);
    Py_VISIT(state->str_value);
    Py_VISIT(state->str_unused);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->str_name);
    Py_CLEAR(state->str_value);
    Py_CLEAR(state->str_unused);
    Py_CLEAR(state->Spam_Type);
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
    if (init_strings(state) < 0
        || (state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Spam_Type_spec, NULL)) == NULL
        || PyObject_SetAttrString(m, "Spam", (PyObject *)state->Spam_Type) < 0)
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
