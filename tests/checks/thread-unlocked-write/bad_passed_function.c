/* A function that writes is handed to another one, which calls it without a lock. */
#include <Python.h>

typedef struct {
    long hits;
} spam_state;

static void
apply(spam_state *state, void (*step)(spam_state *))
{
    step(state);
}

static void
hit(spam_state *state)
{
    state->hits++;  // want: thread-unlocked-write
}

static PyObject *
spam_hit(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    apply(state, hit);
    return PyLong_FromLong(state->hits);
}

static PyMethodDef spam_methods[] = {
    {"hit", spam_hit, METH_NOARGS, NULL},
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
