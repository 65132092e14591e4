#ifndef INSULATE_CONVERT_PLAN_DERIVED_MEMBERS_H
#define INSULATE_CONVERT_PLAN_DERIVED_MEMBERS_H

#include "convert/plan/type_specs.h"

enum { MAX_BASES = 16 }; /* one behind another */

/* What a traverse and a clear function call that a derived type gets. */
struct derived_members {
    struct inherited_call traverse, clear;
    bool has_clear; /* there is one to inherit */
};
/* Does the type of SPEC, which inherits the functions of another one of the N_ITEMS of ITEMS,
 * own members that those do not know, and can it call them? */
bool adds_to_base(const struct conversion *c, const struct type_spec *spec,
                  const struct type_spec *items, size_t n_items,
                  struct derived_members *out);

#endif
