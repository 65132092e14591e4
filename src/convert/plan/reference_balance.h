#ifndef INSULATE_CONVERT_PLAN_REFERENCE_BALANCE_H
#define INSULATE_CONVERT_PLAN_REFERENCE_BALANCE_H

#include "convert/conversion.h"

enum balance_answer {
    BALANCE_UNKNOWN, /* or there is nothing to count */
    BALANCE_RIGHT,
    BALANCE_MENDED, /* once some calls are gone */
    BALANCE_WRONG,
};

/* The references that a function takes and releases of a type that becomes a heap type. */
struct reference_balance {
    enum balance_answer answer;
    const struct node *place;        /* that shows it */
    const struct node *const *calls; /* that do */
    size_t n_calls;
    const struct node *const *going; /* BALANCE_MENDED: of these */
    size_t n_going;
};

/* Does FUNCTION give away as many references to OBJECT, a type or a parameter that gets such
 * types, as it takes, wherever it succeeds?  The state has one of its own besides. */
void balance_references(const struct conversion *c, const struct function *function,
                        const struct variable *object, struct reference_balance *out);

#endif
