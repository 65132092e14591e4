#include <Python.h>

template <typename T> static long counter; // want: state-static-data
template <typename T> static long never_changed = 3;
template <typename T> constexpr long size_of = sizeof(T);

struct Box {
    template <typename T> static int made;
};

template <typename T> int Box::made = 0; // want: state-static-data

PyObject *
use(PyObject *, PyObject *)
{
    counter<int>++;
    Box::made<long> = 2;
    return PyLong_FromLong(counter<int> + never_changed<int> + size_of<int>);
}
