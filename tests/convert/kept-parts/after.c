/* PyModule_AddObject takes the reference of an element or a member that the state keeps. */
#include <Python.h>

struct globals_record {
    PyObject *error;
    int n;
};
typedef struct {
    const char *name;
    PyObject *value;
} row;

typedef struct {
    PyObject *names[3];
    struct globals_record globals;
    row rows[2];
    PyTypeObject *types[2];
    PyTypeObject *Dot_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
Dot_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Dot_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Dot_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Dot_dealloc},
    {Py_tp_traverse, Dot_traverse},
    {0, NULL},
};

static PyType_Spec Dot_Type_spec = {
    .name = "spam.Dot",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Dot_Type_slots,
};

static PyObject *
get(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    state->globals.n++;
    return PyUnicode_FromFormat("%S %S %S", state->names[0],
                                state->globals.error, state->rows[0].value);
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->names); i++) {
        Py_VISIT(state->names[i]);
    }
    Py_VISIT(state->globals.error);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->rows); i++) {
        Py_VISIT(state->rows[i].value);
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        Py_VISIT(state->types[i]);
    }
    Py_VISIT(state->Dot_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->names); i++) {
        Py_CLEAR(state->names[i]);
    }
    Py_CLEAR(state->globals.error);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->rows); i++) {
        Py_CLEAR(state->rows[i].value);
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->types); i++) {
        Py_CLEAR(state->types[i]);
    }
    Py_CLEAR(state->Dot_Type);
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
    state->Dot_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Dot_Type_spec, NULL);
    if (state->Dot_Type == NULL) {
        return -1;
    }
    state->types[0] = state->Dot_Type;
    Py_INCREF(state->types[0]);
    int i;
    state->names[0] = PyList_New(0);
    Py_XINCREF(state->names[0]);
    if (PyModule_AddObject(m, "first", state->names[0]) < 0) {
        return -1;
    }
    state->names[1] = PyList_New(0); /* counted by the author */
    Py_INCREF(state->names[1]);
    if (PyModule_AddObject(m, "second", state->names[1]) < 0) {
        return -1;
    }
    state->globals.error = PyErr_NewException("spam.error", NULL, NULL);
    Py_XINCREF(state->globals.error);
    if (PyModule_AddObject(m, "error", state->globals.error) < 0) {
        return -1;
    }
    for (i = 0; i < 2; i++) {
        state->rows[i].name = "row";
        state->rows[i].value = PyList_New(0);
        Py_XINCREF(state->rows[i].value);
        if (PyModule_AddObject(m, state->rows[i].name,
                               state->rows[i].value) < 0) {
            return -1;
        }
    }
    for (i = 0; state->types[i] != NULL; i++) {
        if (PyType_Ready(state->types[i]) < 0 || PyModule_AddObject(
                m, "Dot",
                (Py_INCREF(state->types[i]), (PyObject *)state->types[i])) < 0)
        {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
