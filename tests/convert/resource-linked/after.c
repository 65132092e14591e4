/* A list of free blocks: what a function is handed is memory that others allocate. */
#include <Python.h>
#include <stdlib.h>

struct block {
    struct block *next;
    char bytes[64];
};

typedef struct {
    struct block *blocks;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static struct block *
get_block(spam_state *state)
{
    struct block *block = state->blocks;
    if (block != NULL) {
        state->blocks = block->next;
        return block;
    }
    return malloc(sizeof(struct block));
}

static void
put_block(spam_state *state, struct block *block)
{
    block->next = state->blocks;
    state->blocks = block;
}

static PyObject *
use(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    struct block *block = get_block(state);
    if (block == NULL) {
        return PyErr_NoMemory();
    }
    block->bytes[0] = 1;
    put_block(state, block);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
