/* A field is written behind what gives the spin lock back. */
#include <Python.h>
#include <stdatomic.h>

typedef struct {
    atomic_flag busy;
    long total;
    long last;
} spam_state;

static void
take(spam_state *state)
{
    while (atomic_flag_test_and_set(&state->busy)) {
    }
}

static void
give(spam_state *state)
{
    atomic_flag_clear(&state->busy);
}

static PyObject *
spam_add(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    take(state);
    state->total += 1;
    give(state);
    state->last = 3;  // want: thread-unlocked-write
    return PyLong_FromLong(state->last);
}

static PyMethodDef spam_methods[] = {
    {"add", spam_add, METH_NOARGS, NULL},
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
