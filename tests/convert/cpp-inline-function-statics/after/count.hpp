#pragma once
#include <Python.h>
#include "spam_state.h"

/* However many files include this, C++ has one. */
inline long
count(spam_state *state, long step)
{
    return state->n += step;
}

inline PyObject *
unit(spam_state *state)
{
    if (state->one == nullptr)
        state->one = PyLong_FromLong(1000);
    return state->one;
}
