/* What the author does not check behind the call was asked before it: that he lacks a check is his
 * finding, and no reason to leave the pointer static. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    char *buffer;
    int *numbers;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
use(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    if (state->buffer == NULL) {
        state->buffer = malloc(16);
        state->buffer[0] = 1;
    }
    if (state->numbers == NULL) {
        state->numbers = PyMem_New(int, 4);
        state->numbers[0] = 1;
    }
    return PyLong_FromLong(state->buffer[0] + state->numbers[0]);
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    free(state->buffer);
    PyMem_Free(state->numbers);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
