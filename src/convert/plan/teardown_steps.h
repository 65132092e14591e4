#ifndef INSULATE_CONVERT_PLAN_TEARDOWN_STEPS_H
#define INSULATE_CONVERT_PLAN_TEARDOWN_STEPS_H

#include "convert/plan/teardown.h"

/* Statements that are kept from running without the state together. */
struct guarded_step {
    struct teardown_step step;
    const struct node *first, *last; /* SHAPE_WHOLE: all of them */
};

struct teardown_steps {
    const struct guarded_step *items;
    size_t n_items, capacity;
};

/* How functions that run when an instance dies do without the state. */
void plan_teardown_steps(struct conversion *c);

#endif
