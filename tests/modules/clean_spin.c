/* A lock by hand, which is given back by a plain write. */
#define NAME clean_spin
#include "race.h"

#include <sched.h>

struct state {
    PyObject *object;
    atomic_flag is_taken;
    long sum;
};

static PyObject *
add(PyObject *module, PyObject *argument)
{
    struct state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    while (atomic_flag_test_and_set_explicit(&state->is_taken, memory_order_acquire)) {
        sched_yield();
    }
    state->sum += number;
    atomic_flag_clear_explicit(&state->is_taken, memory_order_release);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
clear_flag(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    atomic_flag_clear(&state->is_taken);
    return 0;
}

STATEFUL_MODULE(methods, clear_flag)
