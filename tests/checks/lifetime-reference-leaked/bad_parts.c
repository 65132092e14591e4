/* New references in the parts of local arrays and structs, and behind local pointers. */
#include "../module.h"

struct pair {
    PyObject *first, *second;
};

static PyObject *
in_array(PyObject *module, PyObject *arg)
{
    PyObject *parts[2] = {NULL, NULL};
    parts[0] = PyList_New(0);  // want: lifetime-reference-leaked
    if (parts[0] == NULL || PyList_Append(parts[0], arg) < 0) {
        return NULL;
    }
    return parts[0];
}

static PyObject *
in_struct(PyObject *module, PyObject *arg)
{
    struct pair pair = {NULL, NULL};
    pair.second = PyList_New(0);  // want: lifetime-reference-leaked
    if (pair.second == NULL || PyList_Append(pair.second, arg) < 0) {
        return NULL;
    }
    return pair.second;
}

static PyObject *
behind_pointer(PyObject *module, PyObject *arg)
{
    PyObject *list = NULL, **pointer = &list;
    *pointer = PyList_New(0);  // want: lifetime-reference-leaked
    if (*pointer == NULL || PyList_Append(*pointer, arg) < 0) {
        return NULL;
    }
    return *pointer;
}

PyMethodDef methods[] = {
    {"in_array", in_array, METH_O, NULL},
    {"in_struct", in_struct, METH_O, NULL},
    {"behind", behind_pointer, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
