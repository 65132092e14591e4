#ifndef INSULATE_CONVERT_PLAN_CALL_CONTEXTS_H
#define INSULATE_CONVERT_PLAN_CALL_CONTEXTS_H

#include "convert/conversion.h"
#include "convert/plan/functions.h"

/* Who calls each function, and what it is handed. */
void plan_call_contexts(struct conversion *c);

/* The callers of FUNCTION hand the state over, whatever the context is. */
void hand_over_state(struct conversion *c, const struct function *function);

/* FUNCTION has the state from elsewhere than its context says. */
void change_access(struct conversion *c, const struct function *function,
                   enum access access);

/* FUNCTION has the state from an instance that it gets, and not from its callers. */
void find_state_by_object(struct conversion *c, const struct function *function);

/* WHY FUNCTION cannot reach the state. */
void explain_context(struct conversion *c, const struct function *function,
                     const char *why);

/* Does CALL hand over NULL where its caller, a method, has an instance to hand over? */
bool hands_over_instance(const struct conversion *c, const struct node *call);

#endif
