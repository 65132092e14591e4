#include "common.h"
#include "spam_state.h"

PyObject *
egg_join(spam_state *state, PyObject *list)
{
    PyObject *with = get_separator(state);
    if (with == NULL) {
        return NULL;
    }
    step();
    return PyUnicode_Join(with, list);
}
