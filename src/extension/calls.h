/* Calls: what they call, and what they are given. */
#ifndef INSULATE_EXTENSION_CALLS_H
#define INSULATE_EXTENSION_CALLS_H

#include "model/source.h"

/* The function of the project, also a C++ method, that CALL calls; NULL if unknown. */
const struct function *call_target(const struct node *call);
/* Call VISIT for each call in FUNCTION and in the project's functions it calls
 * directly, DEPTH levels down; stops and returns true when VISIT does. */
typedef bool call_visit(const struct node *call, void *data);
bool function_visit_calls(const struct function *function, int depth, call_visit *visit,
                          void *data);
/* Is FUNCTION what an import calls by its name: PyInit_…, PyModExport_…? */
bool function_is_entry(const struct function *function);
/* Does CALL give an int that CPython keeps ready, so that it does not fail? */
bool call_gives_small_number(const struct node *call);
/* The call that USE, below casts and &, is the callee or an argument of; NULL if none.
 * OUT_CHILD, if not NULL, becomes its child that USE stands in. */
const struct node *call_around(const struct node *use, const struct node **out_child);
/* The argument that CALL, of a function of the C library, returns as it is: that of memcpy, strcpy;
 * NULL: it returns something else. */
const struct node *call_returned_argument(const struct node *call);
/* What CALL tracks for the garbage collector; NULL if it tracks nothing.  Builds with assertions
 * give CPython's internal function the place of the call first. */
const struct node *tracked_object(const struct node *call);
/* Does CALL untrack an object? */
bool call_untracks(const struct node *call);

#endif
