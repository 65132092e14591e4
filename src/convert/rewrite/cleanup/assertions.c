/* Removes assertions that use the state in functions that may run after it was
 * freed. */
#include "convert/rewrite/cleanup/assertions.h"

#include "convert/rewrite/changes.h"

void
edit_assertions(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->n_assertions; i++) {
        const struct assertion *assertion = &r->plan->assertions[i];
        remove_text(r, assertion->file, assertion->begin, assertion->end,
                    "the state may already be freed when this runs");
    }
}
