/* What the rules about the slots of heap types share. */
#ifndef INSULATE_CHECKS_HEAP_TYPE_H
#define INSULATE_CHECKS_HEAP_TYPE_H

#include "checks/extension.h"

/* How many calls deep a slot's function is followed. */
enum { SLOT_DEPTH = 3 };

/* Does the function free the object it is given: tp_free, PyObject_GC_Del …? */
bool function_frees_object(const struct function *function);
/* Is TYPE the first in EXTENSION whose slot NAME is FUNCTION?  (Types may share
 * a function: it is told once.) */
bool type_is_first_with(const struct extension *extension, const struct heap_type *type,
                        const char *name, const struct function *function);

/* Does the traverse function, (self, visit, arg), visit its object's type? */
enum visit_answer { VISITS_NOT, VISITS, UNKNOWN };
enum visit_answer function_visits_type(const struct function *function, int depth);
/* How often FUNCTION, with what it calls for the same object, does so. */
int function_count_type_visits(const struct function *function, int depth);

#endif
