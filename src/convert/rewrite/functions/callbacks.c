/* The state goes with calls through the module's own pointers. */
#include "convert/rewrite/functions/callbacks.h"

#include "convert/arena_text.h"
#include "convert/plan/callback_heads.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/records.h"

void
edit_callbacks(struct rewriter *r)
{
    const struct callback_heads *heads = r->plan->callback_heads;
    for (size_t i = 0; i < heads->n_parameters; i++) {
        add_parameter(
            r, &heads->parameters[i],
            TEXT(r, "%s *%s", r->plan->names->state_type, r->plan->names->state),
            "each call passes the state");
    }
    for (size_t i = 0; i < heads->n_calls; i++) {
        const struct callback_call *call = &heads->calls[i];
        add_argument(r, &call->arguments, r->plan->names->state, "pass the state");
        record_state_use(r, call->call->file, call->call->begin, call->call->end);
    }
}
