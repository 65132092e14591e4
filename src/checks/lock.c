#include "checks/lock.h"

#include <string.h>

#include "base/macros.h"
#include "checks/expression.h"
#include "checks/flow.h"

enum { CALLER_DEPTH = 3 };

static bool
has_part(const char *name, const char *const *parts, size_t n_parts)
{
    for (size_t i = 0; i < n_parts; i++) {
        if (strstr(name, parts[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Functions are known by what all libraries call them: PyMutex_Lock,
 * pthread_mutex_lock, PyThread_acquire_lock, EnterCriticalSection, mtx.lock() … */
static bool
is_unlock(const struct node *call)
{
    static const char *const parts[] = {
        "unlock", "Unlock",   "UNLOCK",        "release_lock",       "Leave",
        "LEAVE_", "_Release", "_END_CRITICAL", "CriticalSection_End", "LockRelease"};
    const char *name = call_name(call);
    const struct node *callee = node_bare(call->first);
    if (name[0] == '\0' && callee != NULL && callee->kind == NODE_MEMBER) {
        name = callee->text;
    }
    return has_part(name, parts, ARRAY_LENGTH(parts));
}

static bool
is_lock(const struct node *call)
{
    static const char *const parts[] = {
        "lock",         "Lock",     "LOCK", "Enter", "ENTER_", "CriticalSection_Begin",
        "pthread_once", "call_once"};
    const char *name = call_name(call);
    const struct node *callee = node_bare(call->first);
    if (name[0] == '\0' && callee != NULL && callee->kind == NODE_MEMBER) {
        name = callee->text;
    }
    return !is_unlock(call) && strstr(name, "allocate_lock") == NULL
           && strstr(name, "init") == NULL && strstr(name, "clock") == NULL
           && strstr(name, "block") == NULL && strstr(name, "Block") == NULL
           && has_part(name, parts, ARRAY_LENGTH(parts));
}

/* C++ locks for as long as a local lives. */
static bool
is_lock_object(const struct node *node)
{
    static const char *const parts[] = {"lock_guard", "unique_lock", "scoped_lock",
                                        "shared_lock"};
    return node->kind == NODE_VARIABLE && node->type != NULL
           && has_part(node->type->canonical, parts, ARRAY_LENGTH(parts));
}

static bool
is_locked_here(const struct node *node)
{
    const struct node *root = node->within ? node->within->body : NULL;
    bool is_held = false;
    for (const struct node *at = root; at != NULL && at != node;
         at = node_after(at, root))
    {
        if (is_lock_object(at)) {
            is_held = true;
        }
        if (at->kind != NODE_CALL || !node_flows_to(at, node)) {
            continue;
        }
        if (is_lock(at)) {
            is_held = true;
        }
        else if (is_unlock(at)) {
            is_held = false;
        }
    }
    return is_held;
}

static bool
is_locked(const struct node *node, int depth)
{
    if (is_locked_here(node)) {
        return true;
    }
    const struct function *function = node->within;
    if (function == NULL || !function->is_static || function->n_uses == 0 || depth <= 0)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->within == NULL || use->within == function || use->parent == NULL
            || use->parent->kind != NODE_CALL || use->parent->first != use
            || !is_locked(use->parent, depth - 1))
        {
            return false;
        }
    }
    return true;
}

bool
node_is_locked(const struct node *node)
{
    return is_locked(node, CALLER_DEPTH);
}

bool
variable_is_locked(const struct extension *extension, const struct variable *variable,
                   const struct node **out_unlocked)
{
    const struct node *unlocked = NULL;
    size_t n_locked = 0;
    for (size_t i = 0; i < variable->n_uses && unlocked == NULL; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == NULL || function_is_dead(extension, use->within)
            || function_runs_only_at_import(extension, use->within))
        {
            continue;
        }
        if (node_is_locked(use)) {
            n_locked++;
        }
        else {
            unlocked = use;
        }
    }
    if (out_unlocked != NULL) {
        *out_unlocked = unlocked;
    }
    return unlocked == NULL && n_locked != 0;
}
