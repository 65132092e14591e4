/* Where functions need the state: what the source means by it, and what rewriting adds. */
#include "convert/rewrite/cleanup/state_reach.h"

#include "convert/facts/mentions.h"
#include "convert/plan/functions.h"
#include "convert/plan/macros.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/records.h"
#include "convert/text/edited.h"

static void
add_use(struct arena *arena, struct reach *reach, uint32_t begin, uint32_t end)
{
    ARENA_ADD(arena, reach->uses, reach->n_uses, reach->capacity, &begin);
    reach->first = begin < reach->first ? begin : reach->first;
    reach->last = end > reach->last ? end : reach->last;
}

/* Add [begin, end) of FILE to what FUNCTION, which may be NULL, needs the state for. */
static void
add_meant_use(const struct conversion *c, struct reach *reaches,
              const struct function *function, const struct source_file *file,
              uint32_t begin, uint32_t end)
{
    if (function == NULL || function->body == NULL) {
        return;
    }
    if (file == function->body->file) {
        add_use(c->arena, &reaches[function->id], begin, end);
    }
    else {
        reaches[function->id].is_unknown = true;
    }
}

static void
add_nodes(const struct conversion *c, struct reach *reaches,
          const struct node *const *uses, size_t n_uses)
{
    for (size_t i = 0; i < n_uses; i++) {
        add_meant_use(c, reaches, uses[i]->within, uses[i]->file, uses[i]->begin,
                      uses[i]->end);
    }
}

struct reach *
meant_reaches(const struct conversion *c)
{
    const struct source *source = c->source;
    struct reach *reaches = ARENA_ARRAY(c->arena, struct reach, source->n_functions + 1);

    for (size_t i = 0; i < source->n_functions; i++) {
        reaches[i] = (struct reach){.first = UINT32_MAX};
    }
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->in_macro == NULL && mention_needs_state(c, mention)) {
            add_meant_use(c, reaches, mention->within, mention->file, mention->begin,
                          mention->end);
        }
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (moving(c, variable) != NULL) {
            add_nodes(c, reaches, variable->uses, variable->n_uses);
        }
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (takes_state(c, function)) {
            add_nodes(c, reaches, function->uses, function->n_uses);
        }
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro_plan *plan = plan_of_macro(c, source->macros[i]);
        if (plan->needs_state && plan->home != NULL) {
            reaches[plan->home->id].is_unknown = true;
        }
    }
    return reaches;
}

void
add_written_uses(const struct rewriter *r, const struct node *body, struct reach *reach)
{
    size_t n;
    const struct state_use *uses = recorded_state_uses(r, &n);
    for (size_t i = 0; i < n; i++) {
        if (uses[i].file == body->file && uses[i].begin > body->begin
            && uses[i].end < body->end)
        {
            add_use(r->arena, reach, uses[i].begin, uses[i].end);
        }
    }
    /* Is the function made anew, with its look-up? */
    reach->is_unknown |=
        edited_across(&r->edits, body->file, body->begin, body->end);
}
