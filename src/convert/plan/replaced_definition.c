/* Modules whose definition goes. */
#include "convert/plan/replaced_definition.h"

#include "convert/plan/export.h"
#include "convert/plan/module.h"
#include "convert/plan/teardown.h"

/* Is the definition named by nothing but what goes with it? */
static bool
is_alone(const struct conversion *c)
{
    for (size_t i = 0; i < c->module->variable->n_uses; i++) {
        const struct node *use = c->module->variable->uses[i];
        if (use->within == NULL
            || (use->within != c->module->entry
                && (c->module->is_multi_phase || use->within != c->init->setup)))
        {
            return false;
        }
    }
    return true;
}

bool
replaces_definition(const struct conversion *c)
{
    return needs_export(c) && c->options->floor >= FIRST_WITH_EXPORT
           && !c->module->is_multi_phase && is_alone(c) && !c->teardown->uses_at_end
           && c->module->entry->n_declarations == 1
           && c->module->variable->n_declarations == 1
           && c->module->variable->declarations[0].within == NULL;
}
