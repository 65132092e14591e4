/* What the forked checks ask about an instance that Python code cannot answer. */
#ifndef INSULATE_PROBE_INSTANCES_H
#define INSULATE_PROBE_INSTANCES_H

#include "probe/python.h"

/* Puts `_referents`, `_watch_free`, `_hold` and `_malloc_use` into a namespace; false with
 * an exception set. */
bool instances_add_functions(struct py_object *names);

#endif
