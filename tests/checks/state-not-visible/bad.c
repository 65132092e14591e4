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

#ifdef WITH_REGISTRY
PyObject *registry;  // want: state-static-object
extern PyObject *elsewhere;

int
open_registry(void)
{
    registry = PyDict_New();
    return registry == NULL ? -1 : 0;
}
#endif

PyObject *
nothing(void)
{
    Py_RETURN_NONE;
}
