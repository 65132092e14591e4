#include "../module.h"

/* What no configuration compiles, no configuration can say anything of. */
#if 0
static PyObject *never; /* insulate: ignore[state-static-object] kept for reference */
#endif

#ifdef MS_WINDOWS
/* insulate: ignore[state-static-data] a count of the process */
static int n_handles;
int take(void) { return ++n_handles; }
#endif

PyObject *
nothing(void)
{
    Py_RETURN_NONE;
}
