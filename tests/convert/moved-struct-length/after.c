/* The struct that moves in front of the state has an array, whose length is a macro that is defined
 * behind what needs the state first. */
#include <Python.h>

#define MOST 2

#define LENGTH 4
#define SIZE (LENGTH + 1)

typedef struct block {
    struct block *left;
    int data[SIZE];
} block;

typedef struct {
    PyObject *Full;
    block *free_blocks[MOST];
    int n_free;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
full(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return Py_NewRef(state->Full);
}

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    if (state->n_free < MOST) {
        block *made = PyMem_Malloc(sizeof(block));
        if (made == NULL) {
            return PyErr_NoMemory();
        }
        state->free_blocks[state->n_free++] = made;
    }
    return PyLong_FromLong(state->n_free);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {"full", full, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    while (state->n_free > 0) {
        PyMem_Free(state->free_blocks[--state->n_free]);
    }
    Py_CLEAR(state->Full);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Full);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Full);
    return 0;
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Full = PyErr_NewException("spam.Full", NULL, NULL);
    if (state->Full == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
