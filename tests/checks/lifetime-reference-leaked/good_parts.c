/* What is in parts of local arrays and structs, and released or handed on. */
#include "../module.h"

struct pair {
    PyObject *first, *second;
};

static PyObject *
in_array(PyObject *module, PyObject *arg)
{
    PyObject *parts[2] = {NULL, NULL};
    parts[0] = PyList_New(0);
    if (parts[0] == NULL) {
        return NULL;
    }
    if (PyList_Append(parts[0], arg) < 0) {
        Py_DECREF(parts[0]);
        return NULL;
    }
    return parts[0];
}

/* Which of them it is, a number tells. */
static PyObject *
in_loop(PyObject *module, PyObject *arg)
{
    PyObject *parts[2];
    for (int i = 0; i < 2; i++) {
        parts[i] = PyList_New(0);
        if (parts[i] == NULL) {
            while (i-- > 0) {
                Py_DECREF(parts[i]);
            }
            return NULL;
        }
    }
    Py_DECREF(parts[1]);
    return parts[0];
}

static void
drop(struct pair *pair)
{
    Py_XDECREF(pair->first);
    Py_XDECREF(pair->second);
}

static PyObject *
in_struct(PyObject *module, PyObject *arg)
{
    struct pair pair = {NULL, NULL};
    pair.first = PyList_New(0);
    if (pair.first == NULL || PyList_Append(pair.first, arg) < 0) {
        drop(&pair);
        return NULL;
    }
    return pair.first;
}

PyMethodDef methods[] = {
    {"in_array", in_array, METH_O, NULL},
    {"in_loop", in_loop, METH_O, NULL},
    {"in_struct", in_struct, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
