/* Calls of PyState_FindModule for the own module are replaced. */
#include "convert/rewrite/functions/module_lookups.h"

#include "convert/plan/module_lookups.h"
#include "convert/rewrite/changes.h"

void
edit_module_lookups(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->looks_up) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (finds_own_module(c, n) && n->origin != ORIGIN_MACRO) {
                change_cover(c, n->file, n->begin, n->end,
                             TEXT(c, "%s->%s", c->state, c->module_field),
                             "the state stores its module");
            }
        }
    }
}
