#include "../module.h"

// insulate: ignore[state-static-object] it was one once  // want: ignore-unused
static const int limit = 3;

// insulate: ignore[state-static] no such rule  // want: ignore-unused
static PyObject *error;  // want: state-static-object

/* Behind code that has the finding, a comment is about that line only. */
static PyObject *first; /* insulate: ignore[state-static-object] set before threads run */
static PyObject *second;  // want: state-static-object

static PyObject *third; /* insulate: ignore all of it */  // want: ignore-unused, state-static-object
static PyObject *fourth; // insulate:ignore [state-static-object] white space is free

PyObject *
use(PyObject *arg)
{
    first = second = third = fourth = arg;
    error = arg;
    return limit ? error : NULL;
}
