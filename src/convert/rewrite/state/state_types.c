/* Types that the module state needs, but that are defined after it, or in another file:
 * they are moved in front of it. */
#include "convert/rewrite/state/state_types.h"

#include "convert/arena_text.h"
#include "convert/plan/state_placement.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"

void
move_types(struct rewriter *r, struct strbuf *out)
{
    const struct state_placement *placement = r->plan->state_placement;
    for (size_t i = 0; i < placement->n_types; i++) {
        const struct moved_type *type = &placement->types[i];
        uint32_t from = place_before(type->file, type->begin);
        strbuf_format(out, "%s%s\n\n",
                      text_of(r->plan, type->file, from,
                              line_begin(type->file, type->begin)),
                      rendered(r, type->file, type->begin, type->end));
        remove_text(r, type->file, from, type->end, "the module state needs it");
    }
}
