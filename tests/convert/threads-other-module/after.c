#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

typedef struct {
    long total;
    long taken;
    long spent;
    PyObject *last;
} spam_state;

static spam_state *
get_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    return (spam_state *)state;
}

static void
note_total(spam_state *state, long value, int depth)
{
    state->total = state->total + value;
    if (depth > 0) {
        note_total(state, value, depth - 1);
    }
}

/* The state of the module that runs, by a getter and a helper: the module's section guards it. */
static PyObject *
spam_add_lock_held(PyObject *module, PyObject *value)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    note_total(get_state(module), number, 3);
    Py_RETURN_NONE;
}

static PyObject *
spam_add(PyObject *module, PyObject *value)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(module);
    result = spam_add_lock_held(module, value);
    Py_END_CRITICAL_SECTION();
    return result;
}

static PyObject *
spam_total_lock_held(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_state(module);
    return PyLong_FromLong(state->total);
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

/* The state of another module, which the section of this one does not guard. */
static PyObject *
spam_take(PyObject *module, PyObject *other)
{
    spam_state *mine = PyModule_GetState(module);
    spam_state *theirs = PyModule_GetState(other);
    if (theirs == NULL) {
        return NULL;
    }
    mine->taken = mine->taken + theirs->taken;
    theirs->taken = 0;
    Py_RETURN_NONE;
}

static void
spend(spam_state *state, long value)
{
    state->spent = state->spent + value;
    state->spent = state->spent % 1000;
}

/* So it is behind a helper, which other calls give the own state. */
static PyObject *
spam_spend(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spend(get_state(module), 1);
    Py_RETURN_NONE;
}

static PyObject *
spam_spend_there(PyObject *Py_UNUSED(module), PyObject *other)
{
    if (PyModule_GetState(other) == NULL) {
        return NULL;
    }
    spend(get_state(other), 1);
    Py_RETURN_NONE;
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
    {"add", spam_add, METH_O, NULL},
    {"total", spam_total, METH_NOARGS, NULL},
    {"take", spam_take, METH_O, NULL},
    {"spend", spam_spend, METH_NOARGS, NULL},
    {"spend_there", spam_spend_there, METH_O, NULL},
    {"remember", spam_remember, METH_O, NULL},
    {"last", spam_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
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
