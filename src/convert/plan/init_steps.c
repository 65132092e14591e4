/* What becomes of the statements of the function that made the module: the list. */
#include "convert/plan/init_steps.h"

struct init_steps {
    const struct init_step *items;
    size_t n_items, capacity;
};

void
init_steps_begin(struct conversion *c)
{
    c->init_steps = ARENA_NEW(c->arena, struct init_steps);
}

void
add_init_step(struct conversion *c, struct init_step step)
{
    struct init_steps *steps = ARENA_NEW(c->arena, struct init_steps);
    *steps = *c->init_steps;
    ARENA_ADD(c->arena, steps->items, steps->n_items, steps->capacity, &step);
    c->init_steps = steps;
}

const struct init_step *
init_step_at(const struct conversion *c, size_t i)
{
    return i < c->init_steps->n_items ? &c->init_steps->items[i] : NULL;
}
