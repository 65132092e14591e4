#include "convert/facts/suspension.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "model/thread_effect.h"

enum answer { NOT_ASKED, IS_ASKED, IS_PROMPT, MAY_SUSPEND };

struct suspensions {
    const struct conversion *c;
    uint8_t *answers; /* enum answer, by function id */
};

struct suspensions *
suspensions_new(const struct conversion *c)
{
    struct suspensions *suspensions = ARENA_NEW(c->arena, struct suspensions);
    *suspensions = (struct suspensions){
        c, ARENA_ARRAY(c->arena, uint8_t, c->source->n_functions + 1)};
    return suspensions;
}

static bool
function_may_suspend(struct suspensions *suspensions, const struct function *function)
{
    uint8_t *answer = &suspensions->answers[function->id];
    if (*answer == NOT_ASKED) {
        bool may = false;
        *answer = IS_ASKED; /* of what calls itself its other calls tell */
        for (size_t i = 0; i < function->n_calls && !may; i++) {
            may = call_may_suspend(suspensions, function->calls[i]);
        }
        *answer = may ? MAY_SUSPEND : IS_PROMPT;
    }
    return *answer == MAY_SUSPEND;
}

bool
call_may_suspend(struct suspensions *suspensions, const struct node *call)
{
    const struct function *target = call_target(call);
    if (target == NULL) {
        /* type->tp_alloc(type, 0) allocates, and no more than that. */
        const struct node *callee = node_bare(call->first);
        return callee == NULL || callee->kind != NODE_MEMBER
               || strcmp(callee->text, "tp_alloc") != 0;
    }
    if (target->body != NULL && target->in_project) {
        return function_may_suspend(suspensions, target);
    }
    bool is_python =
        string_starts(target->name, "Py") || string_starts(target->name, "_Py");
    return is_python && !function_keeps_sections(target->name);
}

/* --- order ---------------------------------------------- */

static bool
is_within(const struct node *node, const struct node *ancestor)
{
    for (; node != NULL; node = node->parent) {
        if (node == ancestor) {
            return true;
        }
    }
    return false;
}

/* `do … while (0)` of a macro is none. */
static bool
is_loop(const struct node *node)
{
    if (node->kind == NODE_DO) {
        const struct node *condition = node_child(node, 1);
        return condition == NULL || !condition->has_value || condition->value != 0;
    }
    return node->kind == NODE_FOR || node->kind == NODE_WHILE;
}

static bool
share_loop(const struct node *a, const struct node *b)
{
    for (const struct node *at = a->parent; at != NULL; at = at->parent) {
        if (is_loop(at) && is_within(b, at)) {
            return true;
        }
    }
    return false;
}

static bool
has_goto(const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_GOTO) {
            return true;
        }
    }
    return false;
}

/* Is a `goto` of FUNCTION behind the label that it leads to? */
static bool
goes_back(const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        for (const struct node *to = node->kind == NODE_LABEL ? node : NULL; to != NULL;
             to = node_after(to, root))
        {
            if (to->kind == NODE_GOTO && strcmp(to->text, node->text) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Does a `return` behind CHILD end its block? */
static bool
returns_behind(const struct node *child)
{
    for (const struct node *next = child->next; next != NULL; next = next->next) {
        if (next->kind == NODE_LABEL || next->kind == NODE_CASE
            || next->kind == NODE_DEFAULT)
        {
            return false;
        }
        if (next->kind == NODE_RETURN || next->kind == NODE_THROW) {
            return true;
        }
    }
    return false;
}

/* In one expression or statement COMMON, of which ONE and OTHER are parts. */
static bool
precedes_within(const struct node *common, const struct node *one,
                const struct node *other)
{
    if (common->kind == NODE_ASSIGN && is_within(one, common->first)) {
        return common->op != '='; /* what is assigned to is written last */
    }
    if (common->kind == NODE_ASSIGN && is_within(other, common->first)) {
        return true;
    }
    for (const struct node *child = common->first; child != NULL; child = child->next) {
        if (is_within(one, child)) {
            bool is_choice =
                common->kind == NODE_IF || common->kind == NODE_CONDITIONAL;
            return !is_choice || common->first == child;
        }
        if (is_within(other, child)) {
            return false;
        }
    }
    return false;
}

bool
node_may_precede(const struct node *before, const struct node *after)
{
    if (before->within != after->within || before->within == NULL) {
        return false;
    }
    if (is_within(before, after)) {
        return true; /* an argument is there before the call */
    }
    if (share_loop(before, after) || goes_back(before->within)) {
        return true;
    }
    if (is_within(after, before)) {
        return false;
    }
    bool jumps = has_goto(before->within);
    for (const struct node *at = before; at->parent != NULL; at = at->parent) {
        if (is_within(after, at->parent)) {
            return precedes_within(at->parent, before, after);
        }
        bool ends = at->kind == NODE_RETURN || at->kind == NODE_THROW
                    || (at->parent->kind == NODE_BLOCK && returns_behind(at));
        if (ends && !jumps) {
            return false;
        }
    }
    return false;
}
