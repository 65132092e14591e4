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
/* Has VARIABLE a definition in code that is not compiled, besides the one that is? */
bool has_other_definition(const struct conversion *c, const struct variable *variable);
/* The branches that OFFSET of FILE stands in, and TYPE's definition does not. */
struct guard guard_beside(const struct conversion *c, const struct variable *type,
                          const struct source_file *file, uint32_t offset);
/* The branches of TABLE, within OUTER, if other branches define it, too. */
struct guard guard_of_table(const struct conversion *c, const struct variable *type,
                            const struct variable *table, struct guard outer);
/* Add to OUT what those definitions of TABLE have. */
void add_other_definitions(struct conversion *c, struct inactive_slots *out,
                           const struct variable *table, struct guard outer);
/* Refuse VARIABLE, in the name of OF_RULE, if it has such a definition. */
void refuse_other_definition(struct conversion *c, const char *of_rule,
                             const struct variable *variable);
/* Refuse TABLE if its written size leaves no room for N_ADDED more entries. */
void check_room(struct conversion *c, const struct variable *table, size_t n_added);
/* Refuse TYPE if code that is not compiled gives it a field at run time. */
void check_inactive_assignments(struct conversion *c, const struct variable *type);

#endif
