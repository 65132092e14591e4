#pragma once
#include <Python.h>
#include "spam_state.h"

/* What is kept between calls; other classes may have members of these names. */
class Cache {
public:

    static PyObject *find(spam_state *st, PyObject *key);
    static PyObject *empty(spam_state *st)
    {
        if (st->tuple == nullptr)
            st->tuple = PyTuple_New(0);
        return st->tuple;
    }
    static PyObject *clear(PyObject *, PyObject *);
    static long calls(spam_state *st, bool counts);

private:
};
