#include "spam.h"
#include "spam_state.h"

PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return spam_error(state, (int)number);
}
