/* Instructions of the extension that look into an object of the interpreter, as macros like
 * PyList_GET_ITEM do.  The locks of the interpreter's functions do not guard them. */
#ifndef INSULATE_PROBE_INNER_ACCESS_H
#define INSULATE_PROBE_INNER_ACCESS_H

#include "probe/python.h"
#include "probe/stepping.h"

/* The list whose array of items the access looks up, or NULL.  Needs a fresh
 * memory_refresh(), as all of these. */
const struct py_object *inner_access_list(const struct access *access);

/* The weak reference whose object it takes, borrowed; or NULL. */
const struct py_object *inner_access_weak_reference(const struct access *access);

/* The list that a function of the interpreter has changed, or NULL. */
const struct py_object *inner_access_changed_list(const struct access *access);

#endif
