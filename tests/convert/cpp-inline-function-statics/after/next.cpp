#include "count.hpp"
#include "spam_state.h"

PyObject *
next(PyObject *module, PyObject *number)
{
    spam_state *state = get_spam_state(module);
    PyObject *step = unit(state);
    count(state, 1);
    return step == nullptr ? nullptr : PyNumber_Add(number, step);
}
