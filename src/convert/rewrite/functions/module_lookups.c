/* Replaces calls of PyState_FindModule for the module itself. */
#include "convert/rewrite/functions/module_lookups.h"

#include "convert/arena_text.h"
#include "convert/plan/functions.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"

void
edit_module_lookups(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        if (!plan_of_function(r->plan, function)->looks_up) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (finds_own_module(r->plan, n) && n->origin != ORIGIN_MACRO) {
                change_cover(r, n->file, n->begin, n->end,
                             TEXT(r, "%s->%s", r->plan->names->state,
                                  r->plan->lookups->module_field),
                             "the state stores its module");
                record_state_use(r, n->file, n->begin, n->end);
            }
        }
    }
}
