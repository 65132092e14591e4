/* Behind which statement the state can be looked up: where the instance is known, and where
 * a callback that runs without an attached thread state has taken one. */
#include "convert/plan/lookup_places.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/facts/thread_states.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/state_receivers.h"

static const char rule[] = "access-not-converted";

/* --- the statement -------------------------------------------------------------------------- */

/* The child of BLOCK that NODE is in; NULL: it is not in one. */
static const struct node *
child_with(const struct node *block, const struct node *node)
{
    while (node != NULL && node->parent != block) {
        node = node->parent;
    }
    return node;
}

/* The next place in FUNCTION, behind MENTION, that needs the state. */
static const struct mention *
next_need(const struct conversion *c, const struct function *function,
          const struct mention *mention)
{
    while ((mention = next_mention_in(c, function, mention)) != NULL) {
        if (mention->in_macro == NULL && mention_needs_state(c, mention)) {
            return mention;
        }
    }
    return NULL;
}

/* The first place of FUNCTION that needs the state and is not in [BEGIN, END); NULL: none. */
static const struct mention *
need_outside(const struct conversion *c, const struct function *function, uint32_t begin,
             uint32_t end)
{
    for (const struct mention *mention = NULL;
         (mention = next_need(c, function, mention)) != NULL;)
    {
        if (mention->begin < begin || mention->begin >= end) {
            return mention;
        }
    }
    return NULL;
}

/* The block below STATEMENT that holds CALL and all that needs the state in FUNCTION. */
static const struct node *
block_with(const struct conversion *c, const struct function *function,
           const struct node *statement, const struct node *call)
{
    for (const struct node *n = call; n != statement; n = n->parent) {
        if (n->kind == NODE_BLOCK && n->origin == ORIGIN_FILE
            && need_outside(c, function, n->begin, n->end) == NULL)
        {
            return n;
        }
    }
    return NULL;
}

/* Behind which statement of FUNCTION a thread state is attached by CALL. */
static const struct node *
behind_attachment(const struct conversion *c, const struct function *function,
                  const struct node *call)
{
    const struct node *statement = child_with(function->body, call);
    if (statement == NULL) {
        return NULL;
    }
    if (need_outside(c, function, statement->end, UINT32_MAX) == NULL) {
        return statement;
    }
    const struct node *block = block_with(c, function, statement, call);
    return block != NULL ? child_with(block, call) : NULL;
}

/* Can what stands behind STATEMENT of FUNCTION be reached without it? */
static bool
is_jumped_over(const struct function *function, const struct node *statement)
{
    const struct node *block = statement->parent;
    if (block->kind != NODE_BLOCK
        || (block->parent != NULL && block->parent->kind == NODE_SWITCH))
    {
        return true;
    }
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_GOTO && n->begin < statement->end) {
            return true;
        }
    }
    return false;
}

/* The #endif of the outermost branches in the body of FUNCTION that STATEMENT stands in, and not
 * all that needs the state; 0: there are none. */
static uint32_t
endif_behind(const struct conversion *c, const struct function *function,
             const struct node *statement)
{
    struct conditional around = {.last = function->body->begin};
    while (conditional_next(statement->file, around.last + 1, statement->begin, &around)) {
        if (around.last < statement->end) {
            continue;
        }
        if (need_outside(c, function, around.begin, around.last) != NULL) {
            return around.last;
        }
        around.last = around.begin; /* what stands in it */
    }
    return 0;
}

static bool
is_loop(const struct node *node)
{
    return node->kind == NODE_FOR || node->kind == NODE_WHILE || node->kind == NODE_DO;
}

/* --- the plan ---------------------------------------------------------------------------------- */

static void
refuse_need(struct conversion *c, const struct function *function,
            const struct mention *need, const char *why)
{
    const char *name = need->variable != NULL   ? need->variable->name
                       : need->function != NULL ? need->function->name
                                                : need->macro->name;
    refuse(c, rule, need->file, need->begin, name,
           "'%s' cannot access the module state for '%s' here: %s", function->name, name,
           why)
        ->cause = macro_cause(c, need->macro);
}

/* Where FUNCTION, which code outside of the module calls, looks the state up. */
static void
plan_lookup_place(struct conversion *c, const struct function *function,
                  struct function_plan *plan)
{
    const struct node *behind = plan->object_behind;
    const struct mention *first = next_need(c, function, NULL);
    if (first == NULL) {
        return;
    }
    if (attaches_first(function)) {
        const struct node *call = attachment_in(function);
        const struct node *attached =
            call != NULL ? behind_attachment(c, function, call) : NULL;
        bool is_in_loop = false;
        for (const struct node *n = attached; n != NULL && n != function->body;
             n = n->parent)
        {
            is_in_loop |= is_loop(n);
        }
        if (attached == NULL || is_in_loop) {
            refuse_need(c, function, first,
                        "it may run without an attached thread state; move the use "
                        "behind PyGILState_Ensure");
            return;
        }
        if (behind == NULL || attached->begin > behind->begin) {
            behind = attached;
        }
    }
    if (behind == NULL) {
        return;
    }
    const uint32_t endif = endif_behind(c, function, behind);
    const struct mention *early =
        need_outside(c, function, behind->end, function->body->end);
    const struct mention *inside =
        endif != 0 ? need_outside(c, function, endif, function->body->end) : NULL;
    if (early == NULL && inside != NULL) {
        refuse_need(c, function, inside,
                    "it stands in one #if with the statement behind which the state can be looked "
                    "up, and other uses do not; move that statement out of the #if");
    }
    else if (early != NULL) {
        refuse_need(c, function, early,
                    "the instance that leads to it is only known further down; move its "
                    "declaration up");
    }
    else if (is_jumped_over(function, behind)) {
        refuse_need(c, function, first,
                    "a goto or case label may jump over the place where the instance "
                    "that leads to it is known");
    }
    else {
        plan->lookup_behind = behind;
        plan->lookup_endif = endif;
    }
}

void
plan_lookup_places(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if (plan->access == ACCESS_OBJECT && plan->needs_state && plan->belongs
            && !plan->has_own_state && function->body != NULL
            && function->made_by == NULL)
        {
            plan_lookup_place(c, function, plan);
        }
    }
}
