#ifndef INSULATE_CONVERT_PLAN_UNCHECKED_RESULTS_H
#define INSULATE_CONVERT_PLAN_UNCHECKED_RESULTS_H

#include "convert/conversion.h"

/* Does CALL add something to a module, a dict or an object, and answer -1 on failure? */
bool adds_object(const struct node *call);

/* Is the result of CALL, a whole statement of the function that made the module, asked in the
 * conversion?  It was not before, and nothing is held there that a return would lose. */
bool mends_result(const struct conversion *c, const struct node *call);

/* Tell what initialisation does not check, and did not before. */
void note_unchecked_results(struct conversion *c);

#endif
