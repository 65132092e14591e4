#include "../module.h"

struct spam_state {
    int n;
};

PyObject *
get(PyObject *module, PyObject *ignored)
{
    struct spam_state *state = PyModule_GetState(module);
    return PyLong_FromLong(state->n);
}
