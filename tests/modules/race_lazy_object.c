/* An object that the first call makes: two threads make two. */
#ifndef NAME
#define NAME race_lazy_object
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
};

static PyObject *
get(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
#ifdef ATOMIC
    PyObject *found = __atomic_load_n(&state->object, __ATOMIC_ACQUIRE);
    if (found == NULL) {
        PyObject *made = PyDict_New();
        if (made == NULL) {
            return NULL;
        }
        if (__atomic_compare_exchange_n(&state->object, &found, made, 0,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        {
            found = made;
        }
        else {
            Py_DECREF(made);
        }
    }
    return Py_NewRef(found);
#else
    LOCK(&state->mutex);
    if (state->object == NULL) {
        state->object = PyDict_New();
    }
    PyObject *result = Py_XNewRef(state->object);
    UNLOCK(&state->mutex);
    return result;
#endif
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
