/* Two locks, taken in either order. */
#ifndef NAME
#define NAME race_lock_order
#endif
#define LOCKED
#include "race.h"

struct state {
    PyObject *object;
    PyMutex left, right;
    long on_left, on_right;
};

static PyObject *
to_right(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    LOCK(&state->left);
    LOCK(&state->right);
    state->on_left--;
    state->on_right++;
    UNLOCK(&state->right);
    UNLOCK(&state->left);
    Py_RETURN_NONE;
}

static PyObject *
to_left(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
#ifdef ORDERED
    LOCK(&state->left);
    LOCK(&state->right);
#else
    LOCK(&state->right);
    LOCK(&state->left);
#endif
    state->on_right--;
    state->on_left++;
    UNLOCK(&state->left);
    UNLOCK(&state->right);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"to_right", to_right, METH_NOARGS, NULL},
    {"to_left", to_left, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
