#include "globals.hpp"
#include "spam_state.h"

PyObject *
spam::check(PyObject *module, PyObject *number)
{
    spam_state *state = get_spam_state(module);
    long n = PyLong_AsLong(number);
    if (n == -1 && PyErr_Occurred())
        return nullptr;
    if (n > limits[state->is_strict])
        return fail(state, "too large");
    Py_RETURN_NONE;
}
