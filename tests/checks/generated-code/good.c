/* Written by hand; the tables that a program made lie elsewhere. */
#include "../module.h"

static PyObject *cached;  // want: state-static-object

PyObject *
use(PyObject *arg)
{
    cached = arg;
    return cached;
}
