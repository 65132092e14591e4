/* Replaces calls of PyState_FindModule for the module itself. */
#include "convert/rewrite/functions/module_lookups.h"

#include "convert/arena_text.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"

void
edit_module_lookups(struct rewriter *r)
{
    const struct module_lookups *lookups = r->plan->lookups;
    for (size_t i = 0; i < lookups->n_calls; i++) {
        const struct node *call = lookups->calls[i];
        change_cover(r, call->file, call->begin, call->end,
                     TEXT(r, "%s->%s", r->plan->names->state, lookups->module_field),
                     "the state stores its module");
        record_state_use(r, call->file, call->begin, call->end);
    }
}
