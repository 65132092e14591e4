/* Types that were made ready when they were first needed. */
#include "convert/rewrite/types/lazy_types.h"

#include "convert/plan/lazy_types.h"
#include "convert/rewrite/changes.h"

void
edit_lazy_types(struct rewriter *r)
{
    const struct lazy_ready *ready;
    for (size_t i = 0; (ready = lazy_ready_at(r->plan, i)) != NULL; i++) {
        remove_text(r, ready->file, ready->range.begin, ready->range.end,
                    "the exec function creates the type");
    }
}
