/* Slots in branches of #if: which conditions they keep, and those that this configuration
 * does not compile. */
#ifndef INSULATE_CONVERT_PLAN_SLOT_GUARDS_H
#define INSULATE_CONVERT_PLAN_SLOT_GUARDS_H

#include "convert/plan/type_specs.h"

/* The branches that ITEM of HOLDER's initialiser stands in, within OUTER. */
struct guard guard_of_item(const struct conversion *c, const struct variable *holder,
                           const struct initializer *item, struct guard outer);
/* The branches in its function that NODE stands in. */
struct guard guard_in_function(const struct conversion *c, const struct node *node);

/* Give SLOT of TYPE the branches GUARD; refuses TYPE where the conversion cannot keep
 * them. */
void guard_slot(struct conversion *c, const struct variable *type,
                struct spec_slot *slot, struct guard guard);

/* What a type has in branches that are not compiled. */
struct inactive_slots {
    const struct variable *type;
    const struct spec_slot *items;
    size_t n_items, capacity;
    const struct inactive_sub_table *tables;
    size_t n_tables, tables_capacity;
};

/* Add to OUT what HOLDER, its type or a table of it, has in such branches. */
void add_inactive_slots(struct conversion *c, struct inactive_slots *out,
                        const struct variable *holder, struct guard outer);
/* Refuse TYPE if code that is not compiled gives it a field at run time. */
void check_inactive_assignments(struct conversion *c, const struct variable *type);

#endif
