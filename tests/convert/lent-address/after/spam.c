/* Addresses that a library may keep are told; its own object, and what it fills, are not. */
#include <Python.h>

#include "gauge.h"

typedef struct {
    struct gauge_hooks hooks;
    char message[64];
    struct gauge gauge;
    char name[64];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_read(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    state->hooks.allocate = PyMem_RawMalloc;
    state->hooks.release = PyMem_RawFree;
    if (gauge_register_hooks(&state->hooks) < 0) {
        return PyErr_NoMemory();
    }
    state->message[0] = '\0';
    gauge_setopt(1, state->message);
    state->gauge.unit++;
    gauge_set_unit(&state->gauge, 1);
    state->name[0] = '\0';
    if (gauge_name(state->name, sizeof(state->name)) < 0) {
        return PyErr_NoMemory();
    }
    return Py_BuildValue("is", gauge_read(&state->gauge), state->name);
}

static PyMethodDef methods[] = {
    {"read", spam_read, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
