#ifndef INSULATE_CONVERT_PLAN_INITIAL_VALUES_H
#define INSULATE_CONVERT_PLAN_INITIAL_VALUES_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* Does a static that moves begin with a value that is not zero? */
bool has_initial_values(const struct conversion *c);

/* Does VARIABLE begin with a value that is no table, and not NULL? */
bool begins_whole(const struct variable *variable);

/* The type that becomes a heap type and whose address ITEM is, or NULL. */
const struct variable_plan *moved_type_in(const struct conversion *c,
                                          const struct initializer *item);
/* Is VALUE the address of an object, or of a type that becomes a heap type, *OUT_TYPE, else NULL? */
bool is_object_address(const struct conversion *c, const struct node *value,
                       const struct variable_plan **out_type);
/* Does VARIABLE begin with the address of an object, and never have another value? */
bool begins_with_object(const struct conversion *c, const struct variable *variable);
/* The statement that makes TYPE ready, and behind which it is there; NULL: another
 * shape. */
const struct node *ready_statement(const struct variable_plan *type);

/* Refuse what exec cannot assign. */
void check_initial_values(struct conversion *c);

#endif
