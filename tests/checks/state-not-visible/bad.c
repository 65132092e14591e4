#include "../module.h"

#ifdef MS_WINDOWS
static PyObject *cache;  // want: state-not-visible
static int n_hits;

PyObject *
lookup(PyObject *key)
{
    n_hits++;
    return PyDict_GetItem(cache, key);
}
#endif

PyObject *
nothing(void)
{
    Py_RETURN_NONE;
}
