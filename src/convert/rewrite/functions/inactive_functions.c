/* Passes the state to functions in inactive #if branches. */
#include "convert/rewrite/functions/inactive_functions.h"

#include "convert/plan/inactive_functions.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/rewrite/functions/function_head.h"

/* --- the edits -------------------------------------------------------------------- */

/* A definition without a twin, and the calls of it; the twin's are edited with it. */
void
edit_inactive_functions(struct rewriter *r)
{
    static const char reason[] = "the caller passes the state";
    for (size_t i = 0; i < r->plan->inactive->n_items; i++) {
        const struct inactive_function *inactive = &r->plan->inactive->items[i];
        struct word word = {.file = inactive->text.name.file};
        struct brackets arguments;
        const char *parameter = TEXT(r, "%s *%s", r->plan->state_type, r->plan->state);
        if (!inactive->needs_state || inactive->twin != NULL) {
            continue;
        }
        add_parameter(r, &inactive->text.head, parameter, reason);
        while (next_inactive_call(inactive, &word, &arguments)) {
            bool is_declared =
                inactive_function_at(r->plan, word.file, word.begin) == NULL
                && inactive_around(r->plan, word.file, word.begin) == NULL;
            if (is_declared) {
                add_parameter(r, &arguments, parameter, reason);
            }
            else {
                add_argument(r, &arguments, r->plan->state, reason);
                record_state_use(r, word.file, word.begin, word.end);
            }
        }
    }
}
