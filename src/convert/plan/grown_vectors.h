#ifndef INSULATE_CONVERT_PLAN_GROWN_VECTORS_H
#define INSULATE_CONVERT_PLAN_GROWN_VECTORS_H

#include "convert/conversion.h"

/* The static that is the length of the array of objects that VARIABLE
 * points to and that grows, and the name of what frees it; NULL: it is no such array. */
const struct variable *length_of_grown(const struct variable *variable,
                                       const char **out_freeing);

/* The call that gives VARIABLE, a pointer, its memory, in the function WITHIN (NULL: in any);
 * NULL: none does. */
const struct node *allocation_of(const struct variable *variable,
                                 const struct function *within);

/* Does its memory lead to objects that nothing releases? */
bool leaves_objects(const struct conversion *c, const struct variable *variable);
/* Tell of allocated memory that leads to objects, and moves as it is. */
void report_unvisited(struct conversion *c, const struct variable *variable);
/* The same of what is in the module's state already. */
void report_unvisited_fields(struct conversion *c);

#endif
