/* A struct inside a struct that moves to the header of the state comes with it. */
#include "store.h"
#include "spam_state.h"

PyObject *
store(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(value);
    Py_XSETREF(state->kept.last.value, value);
    state->kept.last.n++;
    state->kept.sum.number += 2;
    return PyLong_FromLong(++state->kept.used + state->kept.last.n);
}
