#ifndef INSULATE_CONVERT_PLAN_DEFINITION_H
#define INSULATE_CONVERT_PLAN_DEFINITION_H

#include "convert/conversion.h"

/* Where the hooks go: above the definition, its slot TABLE (NULL: none) and the declaration
 * of the exec function. */
uint32_t hooks_place(const struct conversion *c, const struct variable *table);

/* The offset of the first thing in the definition's file that names the state on behalf
 * of the module itself: its hooks, or the definition. */
uint32_t definition_need(const struct conversion *c);

/* Refuse a definition that cannot get its fields, and hooks that cannot be extended. */
void check_definition(struct conversion *c);

#endif
