#ifndef INSULATE_CONVERT_PLAN_UNVISITED_MEMORY_H
#define INSULATE_CONVERT_PLAN_UNVISITED_MEMORY_H

#include "convert/conversion.h"

/* The call that allocates what FIELD, of the state that the module has already, points to; NULL:
 * none does. */
const struct node *allocation_of_field(const struct conversion *c, const struct field *field);

/* Does its memory lead to objects that nothing releases? */
bool leaves_objects(const struct conversion *c, const struct variable *variable);
/* Tell of allocated memory that leads to objects, and moves as it is. */
void report_unvisited(struct conversion *c, const struct variable *variable);
/* The same of what is in the module's state already. */
void report_unvisited_fields(struct conversion *c);

#endif
