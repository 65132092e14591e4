#include "../module.h"

/* A branch that a define of the project takes is read with it. */
#ifdef WITH_CACHE
static PyObject *cache;  // want: state-static-object

PyObject *
lookup(PyObject *key)
{
    return cache = key;
}
#endif

#ifdef PYPY_VERSION
static PyObject *other_python;
#endif

PyObject *
nothing(void)
{
    Py_RETURN_NONE;
}
