/* A block that grows under one lock and is read under another: only now and then does a
 * call move it. */
#ifndef NAME
#define NAME race_grown
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex growing, reading;
    long *block;
    long n, room;
};

static PyObject *
put(PyObject *module, PyObject *Py_UNUSED(argument))
{
    struct state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->growing);
    if (state->n == state->room) {
#ifdef LOCKED
        PyMutex_Lock(&state->reading);
#endif
        long *block =
            PyMem_RawRealloc(state->block, (size_t)state->room * 2 * sizeof *block);
        if (block != NULL) {
            state->block = block;
            state->room *= 2;
        }
#ifdef LOCKED
        PyMutex_Unlock(&state->reading);
#endif
    }
    if (state->n < state->room) {
        state->block[state->n++] = 4;
    }
    if (state->n > 4000) {
        state->n = 1;
    }
    PyMutex_Unlock(&state->growing);
    Py_RETURN_NONE;
}

static PyObject *
get(PyObject *module, PyObject *Py_UNUSED(argument))
{
    struct state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->reading);
    long first = state->block[0];
    PyMutex_Unlock(&state->reading);
    return PyLong_FromLong(first);
}

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->n = 1;
    state->room = 4;
    state->block = PyMem_RawCalloc(4, sizeof(long));
    if (state->block == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static PyMethodDef methods[] = {
    {"put", put, METH_NOARGS, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
traverse(PyObject *Py_UNUSED(module), visitproc Py_UNUSED(visit), void *Py_UNUSED(arg))
{
    return 0;
}

static void
free_module(void *module)
{
    struct state *state = PyModule_GetState(module);
    PyMem_RawFree(state->block);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_free = free_module,
};

PyMODINIT_FUNC JOIN(PyInit_, NAME)(void)
{
    return PyModuleDef_Init(&definition);
}
