/* Flags and numbers that a loop waits for are locks, also in helpers. */
#include <Python.h>
#include <stdatomic.h>

typedef struct {
    atomic_flag busy;
    atomic_int taken;
    char flag;
    int old;
    long total;
    long n;
    long m;
    long k;
} spam_state;

static void
take(spam_state *state)
{
    while (atomic_flag_test_and_set_explicit(&state->busy, memory_order_acquire)) {
    }
}

static void
give(spam_state *state)
{
    atomic_flag_clear_explicit(&state->busy, memory_order_release);
}

static PyObject *
spam_add(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    take(state);
    state->total += 1;
    long total = state->total;
    give(state);
    return PyLong_FromLong(total);
}

static PyObject *
spam_swap(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    int expected = 0;
    while (!atomic_compare_exchange_weak(&state->taken, &expected, 1)) {
        expected = 0;
    }
    state->n++;
    atomic_store(&state->taken, 0);
    Py_RETURN_NONE;
}

static PyObject *
spam_test(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    while (__atomic_test_and_set(&state->flag, __ATOMIC_ACQUIRE)) {
    }
    state->m++;
    __atomic_clear(&state->flag, __ATOMIC_RELEASE);
    Py_RETURN_NONE;
}

static PyObject *
spam_sync(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    while (__sync_lock_test_and_set(&state->old, 1)) {
    }
    state->k++;
    __sync_lock_release(&state->old);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"add", spam_add, METH_NOARGS, NULL},
    {"swap", spam_swap, METH_NOARGS, NULL},
    {"test", spam_test, METH_NOARGS, NULL},
    {"sync", spam_sync, METH_NOARGS, NULL},
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
