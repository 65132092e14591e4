#ifndef INSULATE_CONVERT_PLAN_CALLBACKS_H
#define INSULATE_CONVERT_PLAN_CALLBACKS_H

#include "convert/facts/declarators.h"

/* Where pointer number I is declared, if its functions take the state (*OUT_FILE: NULL
 * if not); false behind the last. */
bool callback_place(const struct conversion *c, size_t i,
                    const struct source_file **out_file, uint32_t *out_offset);

/* Pointer number I, and the call number I through one; NULL behind the last.  In
 * *OUT_TAKES_STATE: do its functions take the state? */
const struct pointer *callback_pointer(const struct conversion *c, size_t i,
                                       bool *out_takes_state);
const struct node *callback_call(const struct conversion *c, size_t i,
                                 bool *out_takes_state);

/* Does POINTER move, and does its own declaration have the parameters?  The state's struct has
 * them, then. */
bool is_callback_field(const struct conversion *c, const struct pointer *pointer);

/* Is VARIABLE a pointer to functions that take the state, and are its parameters its own, not
 * those of a typedef? */
bool spells_callback(const struct conversion *c, const struct variable *variable);

/* Which functions are called through pointers of the module's own; one step
 * of the growing set of those that need the state; the edits. */
void plan_callbacks(struct conversion *c);
bool grow_callbacks(struct conversion *c);
bool calls_callback(const struct conversion *c, const struct function *function);

#endif
