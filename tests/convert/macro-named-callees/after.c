#include <Python.h>

typedef struct {
    PyObject_HEAD
    double phase;
    double tilt;
} Moon;

typedef struct {
    PyObject *MoonError;
    PyTypeObject *Moon_Type;
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

/* Needs the state. */
static int
moon_phase(spam_state *state, Moon *self, const char *name)
{
    if (self->phase < 0) {
        PyErr_Format(state->MoonError, "%s: no phase", name);
        return -1;
    }
    return 0;
}

/* Does not, but the text of GET_FIELD calls one as the other. */
static int
moon_tilt(spam_state *state, Moon *self, const char *name)
{
    (void)state;
    if (self->tilt < 0) {
        PyErr_Format(PyExc_ValueError, "%s: no tilt", name);
        return -1;
    }
    return 0;
}

#define GET_FIELD(field)                                        \
    static PyObject *Moon_##field(PyObject *self, void *unused) \
    {                                                           \
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self)); \
        if (CALCULATE(state, (Moon *)self, #field) < 0) {       \
            return NULL;                                        \
        }                                                       \
        return PyFloat_FromDouble(((Moon *)self)->field);       \
    }

#define CALCULATE moon_phase
GET_FIELD(phase)
#undef CALCULATE

#define CALCULATE moon_tilt
GET_FIELD(tilt)
#undef CALCULATE

static PyGetSetDef Moon_getset[] = {
    {"phase", Moon_phase, NULL, NULL, NULL},
    {"tilt", Moon_tilt, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static void
Moon_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Moon_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_getset, Moon_getset},
    {Py_tp_dealloc, Moon_dealloc},
    {0, NULL},
};

static PyType_Spec Moon_Type_spec = {
    .name = "spam.Moon",
    .basicsize = sizeof(Moon),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Moon_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->MoonError);
    Py_VISIT(state->Moon_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->MoonError);
    Py_CLEAR(state->Moon_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

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
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Moon_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Moon_Type_spec, NULL);
    if (state->Moon_Type == NULL) {
        return -1;
    }
    state->MoonError = PyErr_NewException("spam.MoonError", NULL, NULL);
    if (state->MoonError == NULL
        || PyModule_AddType(module, state->Moon_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
