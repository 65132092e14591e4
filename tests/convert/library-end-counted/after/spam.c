/* The last module object shuts the library down. */
#include <Python.h>
#include "gauge.h"

static int n_users;

static void
end_library(void)
{
    if (--n_users == 0) {
        gauge_shutdown();
    }
}

typedef struct {
    PyObject *error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    end_library();
    Py_CLEAR(state->error);
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->error, "always");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if (n_users++ == 0) {
        gauge_start();
    }
    state->error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
