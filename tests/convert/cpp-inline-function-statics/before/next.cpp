#include "count.hpp"

PyObject *
next(PyObject *, PyObject *number)
{
    PyObject *step = unit();
    count(1);
    return step == nullptr ? nullptr : PyNumber_Add(number, step);
}
