#ifndef INSULATE_CONVERT_PLAN_MACRO_USES_H
#define INSULATE_CONVERT_PLAN_MACRO_USES_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"
#include "model/extent.h"

/* A use of a macro that needs the state: it is given that as its first argument, or, of a
 * macro that stands for the state, becomes it. */
struct macro_use {
    const struct mention *mention;
    bool is_replaced;
    uint32_t end;              /* is_replaced: behind its arguments */
    struct brackets arguments; /* else: that the state is added to */
};

struct macro_uses {
    const struct brackets *inactive; /* parameters in definitions that are not compiled */
    size_t n_inactive, inactive_capacity;
    const struct macro_use *items;
    size_t n_items, capacity;
};

void plan_macro_uses(struct conversion *c);

#endif
