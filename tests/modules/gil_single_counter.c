/* The same that does not declare Py_MOD_GIL_NOT_USED. */
#define NAME gil_single_counter
#define NEEDS_GIL
#include "single_counter.c"
