#include "../module.h"

static PyObject *error;

int
use(PyObject *arg)
{
    error = arg;
    return undeclared;  // want: parse-error
}
