/* Definitions of the lengths of arrays go where the state struct is. */
#include "convert/rewrite/state/sizes.h"

#include "convert/arena_text.h"
#include "convert/plan/state_placement.h"
#include "convert/rewrite/changes.h"

void
carry_sizes(struct rewriter *r, struct strbuf *out)
{
    const struct array_sizes *sizes = &r->plan->state_placement->sizes;
    for (size_t i = 0; i < sizes->n_items; i++) {
        const struct size_definitions *size = &sizes->items[i];
        strbuf_format(out, "%s\n", text_of(r->plan, size->file, size->begin, size->end));
        change_cover(r, size->file, size->begin, size->end, "",
                     "the module state needs it");
    }
}
