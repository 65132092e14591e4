/* Calls at which a critical section may be suspended: what runs Python code, or waits. */
#ifndef INSULATE_CONVERT_FACTS_SUSPENSION_H
#define INSULATE_CONVERT_FACTS_SUSPENSION_H

#include "convert/conversion.h"

/* What is known of functions so far. */
struct suspensions;

struct suspensions *suspensions_new(const struct conversion *c);
/* May a thread give its critical sections up for a while in CALL?  Yes of all that is not
 * known to do neither. */
bool call_may_suspend(struct suspensions *suspensions, const struct node *call);

/* Can BEFORE have run when AFTER runs, both of one function?  Yes where the text leaves it
 * open: where there are labels, in loops. */
bool node_may_precede(const struct node *before, const struct node *after);

#endif
