/* gc-not-tracked: PyObject_GC_New leaves the tracking to its caller. */
#include "checks/check.h"
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

/* Does FUNCTION, a function it calls, or one that calls it, track objects? */
static bool
is_tracked_around(const struct function *function)
{
    if (tracks(function)) {
        return true;
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        if (tracks(function->calls[i]->function)) {
            return true;
        }
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        if (tracks(function->uses[i]->within)) {
            return true;
        }
    }
    return false;
}

void
check_gc_not_tracked(struct check *check, const struct function *function,
                     const struct node *call)
{
    if (CALL_IS(call, "_PyObject_GC_New", "_PyObject_GC_NewVar")
        && !is_tracked_around(function))
    {
        check_add_node(check, "gc-not-tracked", call, function->name,
                       "the object is allocated for the garbage collector but never "
                       "tracked; reference cycles through it are never collected: call "
                       "PyObject_GC_Track after its members are set");
    }
}
