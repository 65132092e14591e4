#ifndef INSULATE_CONVERT_PLAN_MOVED_MEMORY_H
#define INSULATE_CONVERT_PLAN_MOVED_MEMORY_H

#include "convert/conversion.h"

/* Does a pointer lead to objects that the module owns from now on: to those in a struct or an
 * array that moves? */
enum memory {
    MEMORY_OTHER,
    MEMORY_MOVED,
    MEMORY_UNCLEAR, /* perhaps, or not always */
};

/* The same of the expression POINTER. */
enum memory memory_of(const struct conversion *c, const struct node *pointer);

/* Is VARIABLE, which moves, a pointer to nothing but such? */
bool is_record_alias(const struct conversion *c, const struct variable *variable);

/* The pointer that TARGET, of an assignment, is behind: p in `p->m[i].n`, `*p` and `p[i]`; NULL:
 * it is behind none. */
const struct node *pointer_of_target(const struct node *target);

#endif
