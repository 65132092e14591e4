/* Passes the state to functions in inactive #if branches. */
#include "convert/rewrite/functions/inactive_functions.h"

#include "convert/arena_text.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/records.h"

/* --- the edits -------------------------------------------------------------------- */

/* A definition without a twin, and the calls of it; the twin's are edited with it. */
void
edit_inactive_functions(struct rewriter *r)
{
    static const char reason[] = "the caller passes the state";
    const struct inactive_function *inactive;
    for (size_t i = 0; (inactive = inactive_function_number(r->plan, i)) != NULL; i++) {
        struct word word = {.file = inactive->text.name.file};
        struct brackets arguments;
        const char *parameter =
            TEXT(r, "%s *%s", r->plan->names->state_type, r->plan->names->state);
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
                add_argument(r, &arguments, r->plan->names->state, reason);
                record_state_use(r, word.file, word.begin, word.end);
            }
        }
    }
}
