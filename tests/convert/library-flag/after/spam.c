#include <Python.h>

#include "gauge.h"

/* What the process has done with the library. */
static int is_ready;
static int has_log;

typedef struct {
    PyObject *spam_error;
    /* What this module has done with what the library gave out. */
    int is_read;
    struct gauge *gauge;
    /* Beside calls of the library, but no matter of it. */
    int n_calls;
    int was_used;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_start(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    int version;
    if (gauge_init(&version) != 0) {
        PyErr_SetString(state->spam_error, "no gauges");
        return NULL;
    }
    is_ready = 1;
    state->n_calls += 1;
    return PyLong_FromLong(version);
}

static PyObject *
spam_stop(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    gauge_exit();
    is_ready = 0;
    state->was_used = 1;
    Py_RETURN_NONE;
}

static PyObject *
spam_read(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    if (!is_ready) {
        PyErr_SetString(state->spam_error, "not started");
        return NULL;
    }
    if (!has_log) {
        has_log = 1;
        gauge_log_init("spam.log");
    }
    state->gauge = gauge_open();
    int value = gauge_read(state->gauge);
    state->is_read = 1;
    return Py_BuildValue("iiii", value, state->is_read, state->n_calls,
                         state->was_used);
}

static PyObject *
spam_close(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    if (state->is_read) {
        gauge_close(state->gauge);
        state->is_read = 0;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"start", spam_start, METH_NOARGS, NULL},
    {"stop", spam_stop, METH_NOARGS, NULL},
    {"read", spam_read, METH_NOARGS, NULL},
    {"close", spam_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
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
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "error", state->spam_error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
