#ifndef INSULATE_CONVERT_REPORT_MODULE_PLAN_H
#define INSULATE_CONVERT_REPORT_MODULE_PLAN_H

#include "convert/conversion.h"
#include "model/plan.h"

/* What rewriting came to. */
struct edit_costs {
    size_t n_edits;
    bool has_new_header;
    bool finds_by_type;             /* the state, by a type */
    const char *const *added_flags; /* of types, by variable id; NULL: not edited */
};

/* What is decided of the module that C is, and what its edits cost, as a value. */
void module_plan_from(const struct conversion *c, struct edit_costs costs,
                      struct module_plan *out);

/* Of a module in a file that does not parse: its name and its place. */
void module_plan_of_broken(const struct conversion *c, struct module_plan *out);

#endif
