/* What is decided of each macro: the table. */
#include "convert/plan/macros.h"

struct macro_plans {
    struct macro_plan *items; /* by macro id */
};

void
macros_begin(struct conversion *c)
{
    const struct source *source = c->source;
    struct macro_plans *plans = ARENA_NEW(c->arena, struct macro_plans);
    /* One at least: what stands in no file of the project has the id 0. */
    plans->items = ARENA_ARRAY(c->arena, struct macro_plan, source->n_macros + 1);
    c->macros = plans;
    for (size_t i = 0; i < source->n_macros; i++) {
        plan_of_macro(c, source->macros[i])->macro = source->macros[i];
    }
}

struct macro_plan *
macro_plan_of(struct conversion *c, const struct macro *macro)
{
    return &c->macros->items[macro->id];
}

const struct macro_plan *
known_macro(const struct conversion *c, const struct macro *macro)
{
    return &c->macros->items[macro->id];
}
