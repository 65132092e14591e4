/* Assertions that name the state, where it may be gone, go. */
#include "convert/rewrite/cleanup/assertions.h"

#include "convert/rewrite/changes.h"

void
edit_assertions(struct conversion *c)
{
    for (size_t i = 0; i < c->n_assertions; i++) {
        const struct assertion *assertion = &c->assertions[i];
        remove_text(c, assertion->file, assertion->begin, assertion->end,
                    "the state may already be freed when this runs");
    }
}
