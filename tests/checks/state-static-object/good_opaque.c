/* What is the same object for the whole process makes no object of what it is kept in. */
#include "../module.h"
#include <stdint.h>

static uintptr_t float_type;  // want: state-static-data
static void *handle;  // want: state-static-data

long open_handle(void **out);

PyObject *
use(PyObject *module, PyObject *arg)
{
    float_type = (uintptr_t)&PyFloat_Type;
    if (open_handle(&handle) < 0) {
        PyErr_SetString(PyExc_ValueError, "no handle");
        return NULL;
    }
    return PyBool_FromLong((uintptr_t)Py_TYPE(arg) == float_type);
}
