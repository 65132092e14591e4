#include "../module.h"

/* insulate: ignore[state-static-object] kept for the length of the process,
 * as the application never ends its interpreter */
static PyObject *error;
static int n; /* insulate: ignore[state-static-data, type-static] counts for the process */

PyObject *
use(PyObject *arg)
{
    const char *text = "insulate: ignore[type-static] in a string is no comment";
    error = arg;
    n++;
    return text[n] ? error : NULL;
}
