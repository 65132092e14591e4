/* A helper gives the reference to what goes on to hold it. */
#include "../module.h"

static void
give(PyObject *tuple, PyObject *object)
{
    PyTuple_SET_ITEM(tuple, 0, object);
}

PyObject *
use(PyObject *module, PyObject *tuple)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    give(tuple, list);
    return PyObject_Repr(list);
}
