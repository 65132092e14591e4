/* References of C++ lead to the struct that holds the objects of the module, and to one of them:
 * what is stored by them gets its reference. */
#include <Python.h>

struct Globals {
    PyObject *value;
    PyTypeObject *type;
    PyObject *log;
    int changes;
};

extern PyType_Spec Spam_type_spec;

typedef struct {
    Globals all;
    PyTypeObject *Spam_type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static Globals &
globals(spam_state *state)
{
    return state->all;
}

static PyObject *
set(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Globals &g = state->all;
    g.changes++;
    Py_INCREF(value);
    Py_XSETREF(g.value, value);
    return PyLong_FromLong(globals(state).changes);
}

static void
fill_type(spam_state *state, Globals &g)
{
    g.type = state->Spam_type;
    Py_XINCREF(g.type);
}

static int
fill(spam_state *state)
{
    PyObject *&value = state->all.value;
    value = Py_None;
    Py_XINCREF(value);
    fill_type(state, state->all);
    state->all.log = PyList_New(0);
    return state->all.log != nullptr ? 0 : -1;
}

static PyObject *
look(PyObject *module, PyObject *)
{
    spam_state *state = get_spam_state(module);
    return Py_BuildValue("OOOi", state->all.value, state->all.type,
                         state->all.log, state->all.changes);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, nullptr},
    {"set", set, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
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

static PyType_Slot Spam_type_slots[] = {
    {Py_tp_new, (void *)PyType_GenericNew},
    {Py_tp_dealloc, (void *)Spam_dealloc},
    {Py_tp_traverse, (void *)Spam_traverse},
    {0, nullptr},
};

PyType_Spec Spam_type_spec = {
    "spam.Spam",
    sizeof(PyObject),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    Spam_type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->all.value);
    Py_VISIT(state->all.type);
    Py_VISIT(state->all.log);
    Py_VISIT(state->Spam_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->all.value);
    Py_CLEAR(state->all.type);
    Py_CLEAR(state->all.log);
    Py_CLEAR(state->Spam_type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_type_spec, nullptr);
    if (state->Spam_type == nullptr) {
        return -1;
    }
    if (PyModule_AddType(m, state->Spam_type) < 0 || fill(state) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
