/* Calls at which a critical section may be suspended: what runs Python code, or waits. */
#ifndef INSULATE_CONVERT_FACTS_SUSPENSION_H
#define INSULATE_CONVERT_FACTS_SUSPENSION_H

#include "convert/conversion.h"

enum suspension {
    SUSPENDS_NEVER,
    SUSPENDS_FAILING, /* only where its result is -1, or a null pointer */
    SUSPENDS,
};

/* What is known of functions. */
struct suspensions;

struct suspensions *suspensions_new(const struct conversion *c);
/* May a thread give its critical sections up for a while in CALL?  Yes of all that is not
 * known to do neither. */
bool call_may_suspend(const struct suspensions *suspensions, const struct node *call);

/* Can NODE run when CALL, in the same function, gave sections up: where CALL does so only if
 * it fails, and the function then returns, nothing else does. */
bool node_may_follow(const struct suspensions *suspensions, const struct node *call,
                     const struct node *node);

/* Can BEFORE have run when AFTER runs, both of one function?  Yes where the text leaves it
 * open: where there are labels, in loops. */
bool node_may_precede(const struct node *before, const struct node *after);
/* The same of things done to what ORIGIN gave, where AFTER is done to what it gave last: in a
 * loop around it that is something new in each round. */
bool node_may_precede_since(const struct node *origin, const struct node *before,
                            const struct node *after);

#endif
