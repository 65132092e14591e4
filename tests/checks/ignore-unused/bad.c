#include "../module.h"

// insulate: ignore[state-static-object] it was one once  // want: ignore-unused
static const int limit = 3;

// insulate: ignore[state-static] no such rule  // want: ignore-unused
static PyObject *error;  // want: state-static-object

PyObject *
use(PyObject *arg)
{
    error = arg;
    return limit ? error : NULL;
}
