/* A helper drops the reference. */
#include "../module.h"

static void
drop(PyObject *object)
{
    Py_DECREF(object);
}

PyObject *
use(PyObject *module, PyObject *arg)
{
    PyObject *list = PySequence_List(arg);
    if (list == NULL) {
        return NULL;
    }
    drop(list);
    return PyObject_Repr(list);  // want: lifetime-used-after-release
}
