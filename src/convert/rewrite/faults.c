/* What the program cannot write although the plan allows it. */
#include "convert/rewrite/faults.h"

struct rewrite_faults {
    struct rewrite_fault *items;
    size_t n_items, capacity;
};

void
add_fault(struct rewriter *r, struct rewrite_fault fault)
{
    if (r->faults == NULL) {
        r->faults = ARENA_NEW(r->arena, struct rewrite_faults);
    }
    ARENA_GROW(r->arena, r->faults->items, r->faults->n_items, r->faults->capacity);
    r->faults->items[r->faults->n_items++] = fault;
}

const struct rewrite_fault *
fault_at(const struct rewriter *r, size_t i)
{
    return r->faults != NULL && i < r->faults->n_items ? &r->faults->items[i] : NULL;
}
