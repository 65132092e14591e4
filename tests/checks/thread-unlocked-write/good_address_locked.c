/* A helper gets the address of a number under the lock, or takes it itself. */
#include <Python.h>

typedef struct {
    PyMutex mutex;
    long hits;
    long misses;
    long errors;
} spam_state;

static void
add(long *number, long by)
{
    *number += by;
}

static void
add_locked(PyMutex *mutex, long *number)
{
    PyMutex_Lock(mutex);
    *number += 1;
    PyMutex_Unlock(mutex);
}

static long
twice(const long *number)
{
    return *number * 2;
}

static PyObject *
spam_hit(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    add(&state->hits, 1);
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_miss(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    add_locked(&state->mutex, &state->misses);
    Py_RETURN_NONE;
}

static PyObject *
spam_hits(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    long n = 0;
    PyMutex_Lock(&state->mutex);
    add(&n, twice(&state->hits));
    PyMutex_Unlock(&state->mutex);
    return PyLong_FromLong(n);
}

static PyMethodDef spam_methods[] = {
    {"hit", spam_hit, METH_NOARGS, NULL},
    {"miss", spam_miss, METH_NOARGS, NULL},
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
