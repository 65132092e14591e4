/* A local that is NULL first, and then what a lookup gives; and a helper that drops it. */
#include "../module.h"

static void
drop(PyObject *object)
{
    Py_DECREF(object);
}

static PyObject *
first(PyObject *module, PyObject *arg)
{
    PyObject *item = NULL;
    item = PyList_GetItem(arg, 0);
    if (item == NULL) {
        return NULL;
    }
    PyObject *repr = PyObject_Repr(item);
    Py_DECREF(item);  // want: lifetime-borrowed-dropped
    return repr;
}

static PyObject *
second(PyObject *module, PyObject *arg)
{
    PyObject *item = NULL;
    item = PyTuple_GetItem(arg, 1);
    if (item == NULL) {
        return NULL;
    }
    PyObject *repr = PyObject_Repr(item);
    drop(item);  // want: lifetime-borrowed-dropped
    return repr;
}

PyMethodDef methods[] = {
    {"first", first, METH_O, NULL},
    {"second", second, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
