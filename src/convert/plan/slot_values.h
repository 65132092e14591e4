#ifndef INSULATE_CONVERT_PLAN_SLOT_VALUES_H
#define INSULATE_CONVERT_PLAN_SLOT_VALUES_H

#include "convert/conversion.h"

/* What FIELD of TYPE is given, in its initialiser or at run time; NULL. */
const struct node *slot_value(const struct conversion *c, const struct variable *type,
                              const char *field);
/* The function that FIELD of TYPE names; NULL: none. */
const struct function *function_in_slot(const struct conversion *c,
                                        const struct variable *type, const char *field);

#endif
