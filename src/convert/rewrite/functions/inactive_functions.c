/* Functions that are not compiled here are handed the state. */
#include "convert/rewrite/functions/inactive_functions.h"

#include "convert/plan/inactive_functions.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"

/* --- the edits -------------------------------------------------------------------- */

/* A definition without a twin, and the calls of it; the twin's are edited with it. */
void
edit_inactive_functions(struct conversion *c)
{
    static const char reason[] = "the caller hands over the state";
    for (size_t i = 0; i < c->inactive->n_items; i++) {
        const struct inactive_function *inactive = &c->inactive->items[i];
        const struct source_file *file = inactive->file;
        if (!inactive->needs_state || inactive->twin != NULL) {
            continue;
        }
        add_parameter(c, file, inactive->open,
                      TEXT(c, "%s *%s", c->state_type, c->state));
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (!is_inactive_call_of(inactive, file, k)) {
                continue;
            }
            size_t open = token_after(file, k);
            uint32_t place = argument_place(file, open);
            bool is_declared = inactive_function_at(c, file, place) == NULL
                               && inactive_around(c, file, k) == NULL;
            if (is_declared) {
                add_parameter(c, file, open,
                              TEXT(c, "%s *%s", c->state_type, c->state));
                continue;
            }
            bool is_empty = token_is(file, token_after(file, open), ")");
            change(c, file, place, place, TEXT(c, is_empty ? "%s" : "%s, ", c->state),
                   reason);
        }
    }
}
