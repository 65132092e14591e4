/* Code that runs once in a process, whichever module object comes first. */
#include "convert/facts/once_guards.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/expression.h"
#include "model/lock.h"
#include "model/locking.h"

enum { ONCE_DEPTH = 3 };

static bool
writes(const struct node *use)
{
    const struct node *place = use;
    while (place->parent != NULL && place->parent->kind == NODE_SUBSCRIPT
           && place->parent->first == place)
    {
        place = place->parent;
    }
    return place->is_written;
}

/* Is USE in FUNCTION, or in what that calls? */
static bool
is_reached(const struct node *use, const struct function *function, int depth)
{
    if (use->within == function) {
        return true;
    }
    for (size_t i = 0; depth > 0 && i < function->n_calls; i++) {
        const struct function *callee = function->calls[i]->function;
        if (callee != NULL && callee != function && is_reached(use, callee, depth - 1)) {
            return true;
        }
    }
    return false;
}

/* Does CALL, which lets what it is given run once, run USE: in a lambda, or in a function? */
static bool
runs_use(const struct node *call, const struct node *use)
{
    const struct node *argument;
    for (size_t i = 0; (argument = call_argument(call, i)) != NULL; i++) {
        const struct function *function = node_function(argument);
        if (is_inside(use, argument)
            || (function != NULL && is_reached(use, function, ONCE_DEPTH)))
        {
            return true;
        }
    }
    return false;
}

/* Is NODE, or something that it is a part of in its statement, a use of what NAME is in? */
static bool
is_used_by(const struct conversion *c, const struct node *node, const char *name)
{
    for (const struct node *n = node; n != NULL && (n->kind == NODE_OTHER || n->kind >= NODE_NAME);
         n = n->parent)
    {
        const char *use = node_use(c->source, n);
        if ((use != NULL && strstr(use, name) != NULL)
            || (n->kind == NODE_MEMBER && strstr(n->text, name) != NULL))
        {
            return true;
        }
    }
    return false;
}

/* Does code run once because FLAG, a static one that nothing clears, is tested by it and set? */
static bool
is_once_flag(const struct conversion *c, const struct variable *flag)
{
    for (size_t i = 0; i < flag->n_uses; i++) {
        if (is_used_by(c, flag->uses[i], "clear")) {
            return false;
        }
    }
    return variable_is_static(flag) && type_is_lock(flag->type);
}

/* The test of such a flag in a condition of an `if` around USE, or NULL. */
static const struct node *
test_around(const struct conversion *c, const struct node *use)
{
    for (const struct node *n = use; n->parent != NULL; n = n->parent) {
        const struct node *condition =
            n->parent->kind == NODE_IF && n->parent->first != n ? n->parent->first : NULL;
        for (const struct node *at = condition; at != NULL; at = node_after(at, condition)) {
            if (at->kind == NODE_NAME && at->variable != NULL
                && is_once_flag(c, at->variable) && is_used_by(c, at, "test_and_set"))
            {
                return at;
            }
        }
    }
    return NULL;
}

/* Is there a flag for such calls at all?  Most projects have none. */
static bool
has_once_flag(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *flag = c->source->variables[i];
        if (flag->in_project && variable_is_static(flag)
            && (strstr(flag->type->spelling, "once") != NULL
                || strstr(flag->type->spelling, "ONCE") != NULL
                || strstr(flag->type->spelling, "Once") != NULL))
        {
            return true;
        }
    }
    return false;
}

/* The call that lets USE run once, or NULL. */
static const struct node *
call_that_runs(const struct conversion *c, const struct node *use)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; function->in_project && k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            if (locking_of(call_name(call)) == LOCKING_RUNS && runs_use(call, use)) {
                return call;
            }
        }
    }
    return NULL;
}

const struct node *
once_guard_of(const struct conversion *c, const struct variable *variable)
{
    bool may_run_once = has_once_flag(c);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *guard = writes(use) ? test_around(c, use) : NULL;
        if (guard == NULL && may_run_once && writes(use)) {
            guard = call_that_runs(c, use);
        }
        if (guard != NULL) {
            return guard;
        }
    }
    return NULL;
}
