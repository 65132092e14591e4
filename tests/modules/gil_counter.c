/* The counter that does not declare Py_MOD_GIL_NOT_USED. */
#define NAME gil_counter
#define NEEDS_GIL
#include "race_counter.c"
