#pragma once
#include <Python.h>

/* What is kept between calls; other classes may have members of these names. */
class Cache {
public:
    static PyObject *error;

    static PyObject *find(PyObject *key);
    static PyObject *empty()
    {
        static PyObject *tuple;
        if (tuple == nullptr)
            tuple = PyTuple_New(0);
        return tuple;
    }
    static PyObject *clear(PyObject *, PyObject *);
    static long calls(bool counts);

private:
    static PyObject *found;
};
