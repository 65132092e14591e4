#pragma once
#include <Python.h>

/* However many files include this, C++ has one. */
inline long
count(long step)
{
    static long n = 0;
    return n += step;
}

inline PyObject *
unit()
{
    static PyObject *one = nullptr;
    if (one == nullptr)
        one = PyLong_FromLong(1000);
    return one;
}
