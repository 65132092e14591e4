/* Double-checked: an atomic flag, and the lock for the first. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    int is_ready;
    long table[16];
} spam_state;

static void
ready(spam_state *state)
{
    if (__atomic_load_n(&state->is_ready, __ATOMIC_ACQUIRE)) {
        return;
    }
    PyMutex_Lock(&state->mutex);
    if (!state->is_ready) {
        for (int i = 0; i < 16; i++) {
            state->table[i] = (long)i * i;
        }
        __atomic_store_n(&state->is_ready, 1, __ATOMIC_RELEASE);
    }
    PyMutex_Unlock(&state->mutex);
}

static PyObject *
spam_square(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    ready(state);
    return PyLong_FromLong(state->table[number & 15]);
}

static PyMethodDef methods[] = {
    {"square", spam_square, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
