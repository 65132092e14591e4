/* A module state that is there already, and hooks, on lines of their own; functions of a type ask
 * for the module. */
#include <Python.h>

typedef struct {
    PyObject *error;
    int calls;
    PyObject *last;
    int debug;
    PyTypeObject *Thing_Type;
} spam_state;

static struct PyModuleDef spam_module;

#define STATE(m) ((spam_state *)PyModule_GetState(m))

typedef struct {
    PyObject_HEAD
    int x;
} Thing;

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

static PyObject *
thing_fail(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    state->calls++;
    PyErr_SetString(state->error, "fail");
    return NULL;
}

static PyObject *
thing_calls(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    return PyLong_FromLong(state->calls + state->debug);
}

static PyMethodDef thing_methods[] = {
    {"fail", thing_fail, METH_NOARGS, NULL},
    {"calls", thing_calls, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, thing_methods},
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static PyObject *
set_debug(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    state->debug = PyObject_IsTrue(value);
    Py_INCREF(value);
    Py_XSETREF(state->last, value);
    return PyLong_FromLong(state->debug);
}

static PyMethodDef spam_methods[] = {
    {"set_debug", set_debug, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(STATE(m)->error);
    Py_VISIT(get_spam_state(m)->last);
    Py_VISIT(get_spam_state(m)->Thing_Type);
    return 0;
}
static int spam_clear(PyObject *m)
{
    Py_CLEAR(STATE(m)->error);
    Py_CLEAR(get_spam_state(m)->last);
    Py_CLEAR(get_spam_state(m)->Thing_Type);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods, spam_slots,
    spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    STATE(m)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (STATE(m)->error == NULL
        || PyObject_SetAttrString(m, "Error", STATE(m)->error) < 0
        || (state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Thing_Type_spec, NULL)) == NULL
        || PyObject_SetAttrString(m, "Thing",
                                  (PyObject *)state->Thing_Type) < 0)
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
