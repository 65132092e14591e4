#ifndef INSULATE_CONVERT_IDLE_FUNCTIONS_H
#define INSULATE_CONVERT_IDLE_FUNCTIONS_H

#include "convert/conversion.h"

/* Functions that are not compiled here; one step of the growing set of
 * those that need the state; their edits. Does MENTION stand in one that has it? */
void plan_idle_functions(struct conversion *c);
bool grow_idle_functions(struct conversion *c);
void edit_idle_functions(struct conversion *c);
bool has_state_idly(const struct conversion *c, const struct mention *mention);

#endif
