/* What the function of the result that makes heap types has to do. */
#include "convert/plan/type_maker.h"

#include "convert/plan/run_time_slots.h"
#include "convert/plan/sealed_bases.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/type_specs.h"

enum { FIRST_WITH_FLAGS = 0x030A0000 }; /* takes a base that is no tuple, too */

bool
has_bases(const struct conversion *c)
{
    for (size_t i = 0; i < c->type_specs->n_items; i++) {
        if (base_of(c, c->type_specs->items[i].type) != NULL) {
            return true;
        }
    }
    return false;
}

bool
is_uninstantiable(const struct conversion *c, const struct variable *type, bool has_new)
{
    return !has_new && base_of(c, type) == NULL;
}

bool
has_uninstantiable(const struct conversion *c)
{
    for (size_t i = 0; i < c->type_specs->n_items; i++) {
        const struct type_spec *spec = &c->type_specs->items[i];
        if (is_uninstantiable(c, spec->type, spec->has_new)) {
            return true;
        }
    }
    return false;
}

bool
needs_type_maker(const struct conversion *c)
{
    if (c->given->has_plain_names || has_sealed_bases(c)) {
        return true;
    }
    return c->options->floor < FIRST_WITH_FLAGS
           && (c->options->use_header || has_bases(c) || has_uninstantiable(c));
}
