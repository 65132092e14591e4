#ifndef INSULATE_CONVERT_PLAN_UNCHECKED_RESULTS_H
#define INSULATE_CONVERT_PLAN_UNCHECKED_RESULTS_H

#include "convert/conversion.h"

/* Does CALL add something to a module, a dict or an object, and answer -1 on failure? */
bool adds_object(const struct node *call);

/* Is the result of CALL, a whole statement of the function that made the module, asked in the
 * conversion?  It was not before, and nothing is held there that a return would lose. */
bool mends_result(const struct conversion *c, const struct node *call);

/* Constants that are added one after another; whether all that went well is asked once. */
struct additions {
    const struct node *last;
    uint32_t end; /* where that is asked: behind the last, its comment and its #endif */
};

/* Are there several from FIRST on, a statement of the function that made the module?  Its macros
 * count, too. */
bool additions_begin(const struct conversion *c, const struct node *first,
                     struct additions *out);

/* Has what runs in front of NODE, a return of the function that made the module, failures that
 * nothing asks for, and whose exceptions are still set there? */
bool success_asks(const struct conversion *c, const struct node *node);

/* Tell what initialisation does not check, and did not before. */
void note_unchecked_results(struct conversion *c);

#endif
