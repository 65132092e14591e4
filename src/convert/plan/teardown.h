#ifndef INSULATE_CONVERT_PLAN_TEARDOWN_H
#define INSULATE_CONVERT_PLAN_TEARDOWN_H

#include "convert/conversion.h"
#include "model/plan.h"

struct module_holder;
struct torn_down;

struct teardown {
    bool uses_at_end; /* a function may run after the module is gone */
    const struct torn_down *functions; /* by function id: teardown.c; NULL: not known yet */
};

/* A statement, and how it is kept from running without the state. */
enum teardown_shape {
    SHAPE_NONE,   /* it cannot be */
    SHAPE_WHOLE,  /* left out */
    SHAPE_IF,     /* its condition is false */
    SHAPE_IF_NOT, /* its condition is true */
    SHAPE_VALUE,  /* the value it takes is NULL */
};

struct teardown_step {
    enum teardown_shape shape;
    const struct node *statement;
    const struct node *value; /* SHAPE_VALUE */
    struct plan_names guard;  /* expressions that must not be NULL */
};

/* Which functions can do without the state when it is gone; refuses those
 * that cannot.  Is FUNCTION one that runs then? */
void plan_teardown(struct conversion *c);
bool may_lack_state(const struct conversion *c, const struct function *function);

/* Does FUNCTION, a slot that runs when instances die, find the state, which is there then? */
bool finds_state_at_end(const struct conversion *c, const struct function *function);

/* What holds the module of the instances that FUNCTION, a slot, is called for when they
 * die; NULL: it finds the state by their type, if that has it. */
const struct module_holder *state_holder(const struct conversion *c,
                                         const struct function *function);

/* Is VARIABLE, which moves, used by a function that runs last, so that m_free releases it
 * and m_clear does not? */
bool outlives_clear(const struct conversion *c, const struct variable *variable);

/* Is VARIABLE, which moves, a number that is counted up and nothing else, so that its
 * values mean no more than that they differ? */
bool only_counts_up(const struct conversion *c, const struct variable *variable);

/* Does anything in NODE, of FUNCTION, need the state? */
bool needs_state_within(const struct conversion *c, const struct function *function,
                        const struct node *node);

/* How STATEMENT of FUNCTION is kept from running without the state. */
struct teardown_step teardown_step_of(const struct conversion *c,
                                      const struct function *function,
                                      const struct node *statement);

#endif
