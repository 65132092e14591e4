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
    static const char reason[] = "the caller passes the state";
    for (size_t i = 0; i < c->inactive->n_items; i++) {
        const struct inactive_function *inactive = &c->inactive->items[i];
        struct word word = {.file = inactive->text.name.file};
        struct brackets arguments;
        const char *parameter = TEXT(c, "%s *%s", c->state_type, c->state);
        if (!inactive->needs_state || inactive->twin != NULL) {
            continue;
        }
        add_parameter(c, &inactive->text.head, parameter, reason);
        while (next_inactive_call(inactive, &word, &arguments)) {
            bool is_declared = inactive_function_at(c, word.file, word.begin) == NULL
                               && inactive_around(c, word.file, word.begin) == NULL;
            if (is_declared) {
                add_parameter(c, &arguments, parameter, reason);
            }
            else {
                add_argument(c, &arguments, c->state, reason);
            }
        }
    }
}
