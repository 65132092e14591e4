/* The counter that does not declare Py_MOD_GIL_NOT_USED. */
#define NAME gil_counter_atomic
#define NEEDS_GIL
#define ATOMIC
#include "race_counter.c"
