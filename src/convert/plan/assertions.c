/* Assertions that use the state in functions that may run after it was freed. */
#include "convert/plan/assertions.h"

#include "convert/facts/mentions.h"
#include "convert/plan/functions.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/state_users.h"
#include "model/extent.h"

struct assertions {
    struct assertion *items;
    size_t n_items, capacity;
};

void
assertions_begin(struct conversion *c)
{
    c->assertions = ARENA_NEW(c->arena, struct assertions);
}

const struct assertion *
assertion_that_goes(const struct conversion *c, size_t i)
{
    return i < c->assertions->n_items ? &c->assertions->items[i] : NULL;
}

/* The end of the assert statement around OFFSET of FILE, its beginning in OUT_BEGIN; 0 if there
 * is none. */
static uint32_t
assert_around(const struct source_file *file, uint32_t offset, uint32_t *out_begin)
{
    struct brackets around;
    for (uint32_t at = offset; brackets_around(file, at, &around); at = around.open) {
        struct range name;
        if (file->text[around.open] == '{') {
            break;
        }
        if (brackets_have_name(&around, "assert") && brackets_name(&around, &name)) {
            *out_begin = name.begin;
            return after_semicolon(file, around.close + 1);
        }
    }
    return 0;
}

bool
is_left_out(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    uint32_t begin;
    return c->leaves_out_assertions && assert_around(file, offset, &begin) != 0;
}

static void
add_assertion(struct conversion *c, struct assertion assertion)
{
    struct assertions *all = c->assertions;
    for (size_t i = 0; i < all->n_items; i++) {
        if (all->items[i].file == assertion.file
            && all->items[i].begin == assertion.begin)
        {
            return;
        }
    }
    ARENA_GROW(c->arena, all->items, all->n_items, all->capacity);
    all->items[all->n_items++] = assertion;
}

/* Is MENTION, of something that is only there with the state, in an assertion, FOUND? */
static bool
is_asserted(const struct conversion *c, const struct mention *mention,
            struct assertion *found)
{
    if (mention->within == NULL || mention->in_macro != NULL
        || !mention_needs_state(c, mention))
    {
        return false;
    }
    found->file = mention->file;
    found->end = assert_around(mention->file, mention->begin, &found->begin);
    return found->end != 0;
}

bool
has_assertions(const struct conversion *c)
{
    struct assertion found;
    for (size_t i = 0; i < mention_count(c); i++) {
        if (is_asserted(c, mention_at(c, i), &found)) {
            return true;
        }
    }
    return false;
}

static void
plan_left_out(struct conversion *c)
{
    struct assertion found;
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (is_asserted(c, mention, &found)
            && !plan_of_function(c, mention->within)->needs_state)
        {
            add_assertion(c, found);
        }
    }
}

/* Take out of FUNCTION's demand what only assertions ask for. */
static void
plan_assertions_of(struct conversion *c, const struct function *function)
{
    struct assertions *all = c->assertions;
    size_t n_before = all->n_items;
    bool is_needed = false;

    for (size_t i = 0; i < mention_count(c) && !is_needed; i++) {
        const struct mention *mention = mention_at(c, i);
        struct assertion found = {mention->file, 0, 0};
        if (mention->within != function || mention->in_macro != NULL
            || !mention_needs_state(c, mention))
        {
            continue;
        }
        found.end = assert_around(mention->file, mention->begin, &found.begin);
        if (found.end == 0) {
            is_needed = true;
        }
        else {
            add_assertion(c, found);
        }
    }
    if (is_needed) {
        all->n_items = n_before;
    }
    if (!is_needed) {
        release_state(c, function);
    }
}

void
plan_assertions(struct conversion *c)
{
    if (c->leaves_out_assertions) {
        plan_left_out(c);
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->needs_state && plan->access == ACCESS_TEARDOWN
            && function->body != NULL)
        {
            plan_assertions_of(c, function);
        }
    }
}

bool
is_in_assertion(const struct conversion *c, const struct source_file *file,
                uint32_t begin, uint32_t end)
{
    const struct assertion *assertion;
    for (size_t i = 0; (assertion = assertion_that_goes(c, i)) != NULL; i++) {
        if (assertion->file == file && assertion->begin <= begin
            && end <= assertion->end)
        {
            return true;
        }
    }
    return false;
}
