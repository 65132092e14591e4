/* gc-not-tracked: PyObject_GC_New leaves the tracking to its caller. */
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"

enum {
    NAMES_MOST = 4, /* of one object, one made from the other */
    CALLS_DEPTH = 3,
};

static bool
tracks(const struct function *function)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        if (tracked_object(function->calls[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Does FUNCTION, or a function it calls, track objects? */
static bool
calls_tracking(const struct function *function)
{
    bool is_found = tracks(function);
    for (size_t i = 0; function != NULL && !is_found && i < function->n_calls; i++) {
        is_found = tracks(function->calls[i]->function);
    }
    return is_found;
}

/* Does FUNCTION, a function it calls, or one that calls it, track objects? */
static bool
is_tracked_around(const struct function *function)
{
    bool is_found = calls_tracking(function);
    for (size_t i = 0; !is_found && i < function->n_uses; i++) {
        is_found = tracks(function->uses[i]->within);
    }
    return is_found;
}

/* May CALL track something, or is not seen what it does?  (For function_visit_calls.) */
static bool
may_track(const struct node *call, void *data)
{
    (void)data;
    return call_target(call) == NULL || tracked_object(call) != NULL;
}

/* Does CALL, of an object that is not tracked yet, leave it so, and keep it nowhere? */
static bool
leaves_untracked(const struct node *call)
{
    const struct function *callee = call->function;
    if (callee == NULL) {
        return false;
    }
    if (!callee->in_project) {
        return tracked_object(call) == NULL
               && (released_reference(call) != NULL || taken_reference(call) != NULL
                   || CALL_IS(call, "memcpy", "memmove", "memset"));
    }
    return callee->body != NULL && !function_visit_calls(callee, CALLS_DEPTH, may_track, NULL);
}

/* Does nothing track the object that LOCAL has all through its function, or may keep it to do so
 * later?  Sets OUT_IS_RETURNED where it is returned; N_NAMES: it may have so many more. */
static bool
is_nowhere_tracked(const struct variable *local, int n_names, bool *out_is_returned)
{
    if (n_names == 0 || local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || variable_only_object(local) == NULL)
    {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i], *outer = node_outer(use);
        const struct node *parent = outer->parent, *call = call_around(use, NULL);
        const struct variable *other = NULL;
        if (use->is_address_taken || parent == NULL) {
            return false;
        }
        if (use->is_written) {
            continue;
        }
        switch (call != NULL ? NODE_CALL : parent->kind) {
        case NODE_CALL:
            if (!leaves_untracked(call)) {
                return false;
            }
            break;
        case NODE_RETURN:
            *out_is_returned = true;
            break;
        case NODE_VARIABLE:
            other = parent->variable;
            break;
        case NODE_ASSIGN:
            other = node_variable(parent->first);
            if (parent->first == outer || other == NULL) {
                return false;
            }
            break;
        case NODE_MEMBER:
        case NODE_IF:
        case NODE_UNARY:
        case NODE_BINARY:
            break;
        default:
            return false;
        }
        if (other != NULL && other != local
            && !is_nowhere_tracked(other, n_names - 1, out_is_returned))
        {
            return false;
        }
    }
    return true;
}

/* FUNCTION tracks objects, but does it return the one that CALL gives, and does neither it nor a
 * caller track that? */
static bool
is_returned_untracked(const struct function *function, const struct node *call)
{
    const struct variable *local = call_local(call);
    bool is_returned = false;
    if (local == NULL || !tracks(function)
        || !is_nowhere_tracked(local, NAMES_MOST, &is_returned))
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        if (calls_tracking(function->uses[i]->within)) {
            return false;
        }
    }
    return is_returned;
}

/* FUNCTION leaves it to its callers to track what it allocates: is one of them the only one that
 * forgets it? */
static void
check_callers(struct check *check, const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *child, *call = call_around(function->uses[i], &child);
        const struct function *caller = function->uses[i]->within;
        if (call == NULL || call->first != child || caller == NULL
            || (is_tracked_around(caller) && !is_returned_untracked(caller, call)))
        {
            continue;
        }
        check_add_node(check, "gc-not-tracked", call, caller->name,
                       "%s leaves it to its callers to track the object for the garbage "
                       "collector, and %s does not; reference cycles through it are never "
                       "collected: call PyObject_GC_Track after its members are set",
                       function->name, caller->name);
    }
}

void
check_gc_not_tracked(struct check *check, const struct function *function,
                     const struct node *call)
{
    /* CPython's own, behind PyType_GenericAlloc, is for types that are not collected, too. */
    bool is_for_all = CALL_IS(call, "_PyType_AllocNoTrack");
    if (!is_for_all && !CALL_IS(call, "_PyObject_GC_New", "_PyObject_GC_NewVar")) {
        return;
    }
    if (is_tracked_around(function) && !is_returned_untracked(function, call)) {
        if (!calls_tracking(function)) {
            check_callers(check, function);
        }
    }
    else if (!is_for_all || is_tracked_around(function)) {
        check_add_node(check, "gc-not-tracked", call, function->name,
                       "the object is allocated for the garbage collector but never "
                       "tracked; reference cycles through it are never collected: call "
                       "PyObject_GC_Track after its members are set");
    }
}
