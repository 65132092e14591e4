/* A std::atomic_flag and a std::atomic that a loop waits for are locks. */
#include <Python.h>
#include <atomic>

typedef struct {
    std::atomic_flag busy;
    std::atomic<bool> taken;
    long total;
    long n;
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    while (state->busy.test_and_set(std::memory_order_acquire)) {
    }
    state->total += 1;
    state->busy.clear(std::memory_order_release);
    Py_RETURN_NONE;
}

static PyObject *
spam_swap(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    while (state->taken.exchange(true)) {
    }
    state->n++;
    state->taken.store(false);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"add", spam_add, METH_NOARGS, NULL},
    {"swap", spam_swap, METH_NOARGS, NULL},
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
