/* The module's own m_free, where a process can load the module once.  It ran for a module that
 * was complete; now a module object whose exec function failed, or was rejected, is freed by it,
 * too.  What it does to statics, and to libraries, is the business of the module object that has
 * them. */
#include "convert/plan/own_release.h"

#include <string.h>

#include "base/macros.h"
#include "convert/facts/foreign_handles.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/hooks.h"
#include "convert/plan/library_flags.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "extension/calls.h"
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

/* --- libraries that it shuts down ------------------------------------------------------ */

static bool
ends_library(const char *name)
{
    static const char *const words[] = {"cleanup", "deinit", "exit",      "finalize",
                                        "finish",  "quit",   "terminate", "uninit"};
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (strcasestr(name, words[i]) != NULL) {
            return true;
        }
    }
    return ends_what_it_gets(name);
}

/* Does FUNCTION ask a static, as one that counts the modules? */
static bool
asks_shared(const struct conversion *c, const struct function *function)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *condition = n->kind == NODE_IF ? n->first : NULL;
        for (const struct node *at = condition; at != NULL; at = node_after(at, condition)) {
            if (names_shared(c, at)) {
                return true;
            }
        }
    }
    return false;
}

/* The call in FUNCTION, or in what it calls, that shuts down a library with each module. */
static const struct node *
shutting_call(const struct conversion *c, const struct function *function, int depth)
{
    const struct node *found = NULL;
    bool is_counted = function->body == NULL || asks_shared(c, function);
    for (size_t i = 0; i < function->n_calls && found == NULL && !is_counted; i++) {
        const struct node *call = function->calls[i];
        bool is_own = call->function != NULL && call->function->body != NULL;
        if (acts_on_library(call) && ends_library(call_name(call))) {
            found = call;
        }
        else if (is_own && call->function != function && depth > 0) {
            found = shutting_call(c, call->function, depth - 1);
        }
    }
    return found;
}

/* There was one module object in the process, and the library was shut down with it. */
static void
check_shutdown(struct conversion *c, const struct function *release)
{
    bool had_several = c->module->is_multi_phase && c->opt_out->exec == NULL;
    const struct node *call = c->stages->is_once || had_several
                                  ? NULL
                                  : shutting_call(c, release, HOOK_DEPTH);
    if (call != NULL) {
        refuse(c, "lifetime-not-converted", call->file, call->begin, release->name,
               "'%s' ends with the first module object what all of them use: %s() is for its "
               "library as a whole; count the module objects in a static, and call it for the "
               "last",
               release->name, call_name(call));
    }
}

void
plan_own_release(struct conversion *c)
{
    struct own_release *plan = ARENA_NEW(c->arena, struct own_release);
    const struct function *release = release_function(c);
    *plan = (struct own_release){0};
    c->own_release = plan;
    if (!c->is_refused && release != NULL) {
        check_shutdown(c, release);
    }
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
