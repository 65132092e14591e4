// The C in C++ is followed like C.
#include "../module.h"

extern "C" {

static PyObject *
listed(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(0);  // want: lifetime-reference-leaked
    if (list == nullptr || PyList_Append(list, argument) < 0) {
        return NULL;
    }
    return list;
}

PyMethodDef methods[] = {
    {"listed", listed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
}
