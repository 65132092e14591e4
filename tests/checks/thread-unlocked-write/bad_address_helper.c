/* A helper gets the address of a number of the module state, and adds to it. */
#include <Python.h>

typedef struct {
    long hits;
    long misses;
} spam_state;

static void
add(long *number, long by)
{
    *number += by;
}

static PyObject *
spam_hit(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    add(&state->hits, 1);  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

static PyObject *
spam_hits(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    return PyLong_FromLong(state->misses);
}

static PyMethodDef spam_methods[] = {
    {"hit", spam_hit, METH_NOARGS, NULL},
    {"hits", spam_hits, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    (void)module;
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
