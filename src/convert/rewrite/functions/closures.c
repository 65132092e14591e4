/* Closures of getters and setters become places in the state. */
#include "convert/rewrite/functions/closures.h"

#include "convert/arena_text.h"
#include "convert/plan/closures.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"

static const char reason[] = "all modules share the table, so the closure is a place in the state";

void
edit_closures(struct rewriter *r)
{
    const struct closures *list = r->plan->closures;
    for (size_t i = 0; i < list->n_includes; i++) {
        const struct closure_include *include = &list->includes[i];
        change(r, include->file, include->place, include->place, "#include <stddef.h>\n",
               "for offsetof");
    }
    for (size_t i = 0; i < list->n_items; i++) {
        const struct closure *closure = &list->items[i];
        change(r, closure->value->file, closure->value->begin, closure->value->end,
               TEXT(r, "(void *)offsetof(%s, %s)", r->plan->names->state_type,
                    plan_of_variable(r->plan, closure->variable)->field),
               reason);
    }
    for (size_t i = 0; i < list->n_uses; i++) {
        const struct closure_use *use = &list->uses[i];
        record_state_use(r, use->node->file, use->node->begin, use->node->end);
        change(r, use->node->file, use->node->begin, use->node->end,
               TEXT(r, "%s((char *)%s + (size_t)%s)", use->is_cast ? "" : "(void *)",
                    r->plan->names->state, use->node->variable->name),
               reason);
    }
}
