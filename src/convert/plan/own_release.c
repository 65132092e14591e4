/* The module's own m_free, where a process can load the module once.  It ran for a module that
 * was complete; now a module object whose exec function failed, or was rejected, is freed by it,
 * too.  What it does to statics, and to libraries, is the business of the module object that has
 * them. */
#include "convert/plan/own_release.h"

#include "convert/facts/nodes.h"
#include "convert/plan/hooks.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "extension/module_state.h"

/* Does NODE name what all module objects share? */
static bool
names_shared(const struct conversion *c, const struct node *node)
{
    const struct variable *variable = node->kind == NODE_NAME ? node->variable : NULL;
    return variable != NULL && variable->in_project && variable->storage != STORAGE_AUTOMATIC
           && !variable->is_parameter && variable != c->module->variable
           && !variable->type->is_const && moving(c, variable) == NULL;
}

/* Does CALL hand nothing on, so that it is about what its library has in the process? */
static bool
is_for_process(const struct node *call)
{
    return call->function != NULL && !call->function->in_project
           && !string_starts(call_name(call), "Py") && !string_starts(call_name(call), "_Py")
           && call_argument(call, 0) == NULL;
}

static bool
is_for_owner(const struct conversion *c, const struct function *function, int depth)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct function *callee = n->kind == NODE_CALL ? n->function : NULL;
        if (names_shared(c, n) || (callee != NULL && is_for_process(n))
            || (callee != NULL && callee != function && callee->body != NULL && depth > 0
                && is_for_owner(c, callee, depth - 1)))
        {
            return true;
        }
    }
    return false;
}

void
plan_own_release(struct conversion *c)
{
    struct own_release *plan = ARENA_NEW(c->arena, struct own_release);
    const struct function *release = release_function(c);
    *plan = (struct own_release){0};
    c->own_release = plan;
    if (c->is_refused || !c->stages->is_once || c->opt_out->exec != NULL || release == NULL
        || release->body == NULL || release->n_parameters != 1)
    {
        return;
    }
    plan->is_for_owner = is_for_owner(c, release, HOOK_DEPTH);
    plan->parameter = release->parameters[0];
}

bool
opt_out_has_release(const struct conversion *c)
{
    return opt_out_is_given_back(c) || c->own_release->is_for_owner;
}
