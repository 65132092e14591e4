#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

/* For fields that threads change at the same time: C11 has atomic ones. */
#ifdef Py_GIL_DISABLED
#define SPAM_ATOMIC _Atomic
#else
#define SPAM_ATOMIC
#endif

#define N_RECENT 4

typedef struct {
    SPAM_ATOMIC long n_calls;
    SPAM_ATOMIC unsigned int flags; /* for whoever asks */
    PyObject *last;
    long recent[N_RECENT];
    int next;
    long total;
} spam_state;

static PyObject *
spam_count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    state->n_calls++;
    Py_RETURN_NONE;
}

static PyObject *
spam_calls(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyLong_FromLong(state->n_calls);
}

static PyObject *
spam_set_flags(PyObject *module, PyObject *value)
{
    unsigned long flags = PyLong_AsUnsignedLong(value);
    if (flags == (unsigned long)-1 && PyErr_Occurred()) {
        return NULL;
    }
    spam_state *state = PyModule_GetState(module);
    state->flags = (unsigned int)flags;
    Py_RETURN_NONE;
}

static PyObject *
spam_flags(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyLong_FromUnsignedLong(state->flags);
}

static void
note_value(spam_state *state, long value)
{
    state->recent[state->next] = value;
    state->next = (state->next + 1) % N_RECENT;
    state->total = state->total + value;
}

static PyObject *
spam_note_lock_held(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->n_calls++;
    for (int i = 0; i < 50000; i++) {
        note_value(state, number);
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_note(PyObject *module, PyObject *value)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_note_lock_held(module, value);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyObject *
spam_total_lock_held(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return Py_BuildValue("(ll)", state->total, state->recent[0]);
}

static PyObject *
spam_total(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_total_lock_held(module, NULL);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyObject *
spam_remember_lock_held(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *old = state->last;
    Py_INCREF(value);
    state->last = value;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
spam_remember(PyObject *module, PyObject *value)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_remember_lock_held(module, value);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyObject *
spam_last_lock_held(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    PyObject *last = state->last != NULL ? state->last : Py_None;
    Py_INCREF(last);
    return last;
}

static PyObject *
spam_last(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_last_lock_held(module, NULL);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {"calls", spam_calls, METH_NOARGS, NULL},
    {"set_flags", spam_set_flags, METH_O, NULL},
    {"flags", spam_flags, METH_NOARGS, NULL},
    {"note", spam_note, METH_O, NULL},
    {"total", spam_total, METH_NOARGS, NULL},
    {"remember", spam_remember, METH_O, NULL},
    {"last", spam_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->flags = 1;
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
