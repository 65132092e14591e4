#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_STATE_REACH_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_STATE_REACH_H

#include "convert/rewrite/rewriter.h"

/* Where a function needs the state. */
struct reach {
    uint32_t first, last; /* of all uses; first is UINT32_MAX: there is none */
    bool is_unknown;
    uint32_t *uses; /* where each begins */
    size_t n_uses, capacity;
};

/* Of the functions, by their ids: what means the state; also without an edit in the
 * function, as macros do that use its `state`. */
struct reach *meant_reaches(const struct conversion *c);
/* Add what was written into BODY. */
void add_written_uses(const struct rewriter *r, const struct node *body,
                      struct reach *reach);

#endif
