/* Functions that deallocate an instance handle a state that was already freed: which of
 * their statements are left out then, and what the others take instead. */
#include "convert/plan/teardown_steps.h"

#include <string.h>

#include "extension/expression.h"

static bool
is_same_guard(const struct plan_names *a, const struct plan_names *b)
{
    for (size_t i = 0; i < a->n_items && a->n_items == b->n_items; i++) {
        if (strcmp(a->items[i], b->items[i]) != 0) {
            return false;
        }
    }
    return a->n_items == b->n_items;
}

/* The step that STATEMENT of FUNCTION is, if it mentions the state. */
static struct teardown_step
step_here(const struct conversion *c, const struct function *function,
          const struct node *statement)
{
    struct teardown_step step = {SHAPE_NONE, statement, NULL, {NULL, 0, 0}};
    const struct node *part = statement->kind == NODE_IF ? statement->first : statement;
    return needs_state_within(c, function, part)
               ? teardown_step_of(c, function, statement)
               : step;
}

/* Is STATEMENT the reference that the assignment behind it stores? */
static bool
counts_for(const struct node *statement, const struct node *assign)
{
    const struct node *call = node_bare(statement);
    const struct node *bare = assign != NULL ? node_bare(assign) : NULL;
    const struct node *taken =
        call != NULL && call->kind == NODE_CALL ? taken_reference(call) : NULL;
    return taken != NULL && bare != NULL && bare->kind == NODE_ASSIGN
           && nodes_are_alike(taken, bare->first->next);
}

/* The last statement behind LAST, in one block, that is left out as STEP is. */
static const struct node *
last_alike(const struct conversion *c, const struct function *function,
           const struct teardown_step *step, const struct node *last)
{
    while (last->next != NULL) {
        struct teardown_step next = step_here(c, function, last->next);
        if (next.shape != SHAPE_WHOLE || !is_same_guard(&next.guard, &step->guard)) {
            break;
        }
        last = last->next;
    }
    return last;
}

static void
plan_block(struct conversion *c, struct teardown_steps *list,
           const struct function *function, const struct node *block)
{
    const struct node *first = block->first;
    if (block->kind == NODE_IF && first != NULL) {
        first = first->next; /* behind the condition */
    }
    for (const struct node *n = first; n != NULL; n = n->next) {
        struct guarded_step guarded = {step_here(c, function, n), n, n};
        if (guarded.step.shape == SHAPE_NONE && block->kind == NODE_BLOCK
            && counts_for(n, n->next))
        {
            guarded.step = step_here(c, function, n->next);
            if (guarded.step.shape != SHAPE_WHOLE) {
                continue;
            }
            n = n->next;
        }
        if (guarded.step.guard.n_items == 0) {
            continue;
        }
        if (guarded.step.shape == SHAPE_WHOLE && block->kind == NODE_BLOCK) {
            n = last_alike(c, function, &guarded.step, n);
        }
        guarded.last = n;
        if (guarded.step.shape != SHAPE_NONE) {
            ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &guarded);
        }
    }
}

void
plan_teardown_steps(struct conversion *c)
{
    struct teardown_steps *list = ARENA_NEW(c->arena, struct teardown_steps);
    *list = (struct teardown_steps){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        if (!may_lack_state(c, function)) {
            continue;
        }
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->origin == ORIGIN_FILE
                && (n->kind == NODE_BLOCK || n->kind == NODE_LABEL
                    || n->kind == NODE_IF))
            {
                plan_block(c, list, function, n);
            }
        }
    }
    c->teardown_steps = list;
}
