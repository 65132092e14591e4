#ifndef INSULATE_CONVERT_FACTS_THREAD_STATES_H
#define INSULATE_CONVERT_FACTS_THREAD_STATES_H

#include "convert/conversion.h"

/* Is the first that FUNCTION does with the thread state to attach one, itself or by what it
 * calls?  Then it may be called without. */
bool attaches_first(const struct function *function);

/* Does it also give that up before it returns? */
bool attaches_itself(const struct function *function);

/* The call in FUNCTION, which may run without a thread state, that attaches one; NULL: it
 * never does. */
const struct node *attachment_in(const struct function *function);

#endif
