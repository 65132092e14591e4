#include "../module.h"

/* PyCell_Get gives a reference, PyCell_GET does not: a function since Python 3.12. */
int
is_empty(PyObject *cell)
{
    PyObject *value = PyCell_GET(cell);
    int empty = value == NULL;
    Py_XDECREF(value);  // want: lifetime-borrowed-dropped
    return empty;
}

int
has_defaults(PyObject *function)
{
    PyObject *defaults = PyFunction_GetDefaults(function);
    int has = defaults != NULL;
    Py_XDECREF(defaults);  // want: lifetime-borrowed-dropped
    return has;
}
