/* gc-not-tracked: PyObject_GC_New leaves the tracking to its caller. */
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"

static bool
tracks(const struct function *function)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyObject_GC_Track", "_PyObject_GC_TRACK")) {
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
    for (size_t i = 0; !is_found && i < function->n_calls; i++) {
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

/* FUNCTION leaves it to its callers to track what it allocates: is one of them the only one
 * that forgets it? */
static void
check_callers(struct check *check, const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *child, *call = call_around(function->uses[i], &child);
        const struct function *caller = function->uses[i]->within;
        if (call == NULL || call->first != child || caller == NULL
            || is_tracked_around(caller))
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
    if (!CALL_IS(call, "_PyObject_GC_New", "_PyObject_GC_NewVar")) {
        return;
    }
    if (is_tracked_around(function)) {
        if (!calls_tracking(function)) {
            check_callers(check, function);
        }
    }
    else {
        check_add_node(check, "gc-not-tracked", call, function->name,
                       "the object is allocated for the garbage collector but never "
                       "tracked; reference cycles through it are never collected: call "
                       "PyObject_GC_Track after its members are set");
    }
}
