/* Assertions that name the state in functions that may run when it is gone. */
#include "convert/plan/assertions.h"

#include "convert/facts/places.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/state_users.h"

/* The end of the assert statement around token I, its beginning in OUT_BEGIN; 0 if
 * there is none. */
static uint32_t
assert_around(const struct source_file *file, size_t i, uint32_t body,
              uint32_t *out_begin)
{
    for (size_t k = i; k > 0 && file->tokens[k].begin > body; k--) {
        if (token_is(file, k, ";") || token_is(file, k, "{") || token_is(file, k, "}"))
        {
            return 0;
        }
        size_t open = token_after(file, k);
        if (!token_is(file, k, "assert") || !token_is(file, open, "(")) {
            continue;
        }
        size_t close = token_closing(file, open);
        if (close >= file->n_tokens || close < i) {
            return 0;
        }
        *out_begin = file->tokens[k].begin;
        return after_semicolon(file, file->tokens[close].end);
    }
    return 0;
}

/* Take out of FUNCTION's demand what only assertions ask for. */
static void
plan_assertions_of(struct conversion *c, const struct function *function)
{
    size_t n_before = c->n_assertions;
    bool is_needed = false;

    for (size_t i = 0; i < c->n_mentions && !is_needed; i++) {
        const struct mention *mention = &c->mentions[i];
        struct assertion found = {mention->file, 0, 0};
        if (mention->within != function || mention->in_macro != NULL
            || !mention_needs_state(c, mention))
        {
            continue;
        }
        found.end = assert_around(mention->file, mention->token, function->body->begin,
                                  &found.begin);
        if (found.end == 0) {
            is_needed = true;
        }
        else {
            ARENA_GROW(c->arena, c->assertions, c->n_assertions,
                       c->assertions_capacity);
            c->assertions[c->n_assertions++] = found;
        }
    }
    if (is_needed) {
        c->n_assertions = n_before;
    }
    if (!is_needed) {
        release_state(c, function);
    }
}

void
plan_assertions(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->needs_state && plan->access == ACCESS_TEARDOWN
            && function->body != NULL) {
            plan_assertions_of(c, function);
        }
    }
}
