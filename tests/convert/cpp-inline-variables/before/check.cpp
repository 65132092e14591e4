#include "globals.hpp"

PyObject *
spam::check(PyObject *, PyObject *number)
{
    long n = PyLong_AsLong(number);
    if (n == -1 && PyErr_Occurred())
        return nullptr;
    if (n > limits[is_strict])
        return fail("too large");
    Py_RETURN_NONE;
}
