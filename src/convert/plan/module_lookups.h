#ifndef INSULATE_CONVERT_PLAN_MODULE_LOOKUPS_H
#define INSULATE_CONVERT_PLAN_MODULE_LOOKUPS_H

#include "convert/conversion.h"

/* The state knows its module. */
struct module_lookups {
    bool has_module_field;
    const char *module_field;
    const struct node *const *calls; /* that become the field */
    size_t n_calls, capacity;
};

/* Functions that ask PyState_FindModule for their own module. */
void plan_module_lookups(struct conversion *c);

/* Does NODE ask PyState_FindModule for this module? */
bool finds_own_module(const struct conversion *c, const struct node *node);

#endif
