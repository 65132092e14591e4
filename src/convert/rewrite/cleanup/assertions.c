/* Removes assertions that use the state in functions that may run after it was
 * freed, or without it. */
#include "convert/rewrite/cleanup/assertions.h"

#include "convert/plan/assertions.h"
#include "convert/rewrite/changes.h"

void
edit_assertions(struct rewriter *r)
{
    const struct assertion *assertion;
    for (size_t i = 0; (assertion = assertion_that_goes(r->plan, i)) != NULL; i++) {
        remove_text(r, assertion->file, assertion->begin, assertion->end,
                    "the state may not be there when this runs");
    }
}
