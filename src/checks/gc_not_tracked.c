/* gc-not-tracked: PyObject_GC_New leaves the tracking to its caller. */
#include "checks/check.h"
#include "checks/expression.h"

static bool
tracks(const struct function *function)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (CALL_IS(node, "PyObject_GC_Track", "_PyObject_GC_TRACK")) {
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
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_CALL && tracks(node->function)) {
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
check_gc_not_tracked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->body == NULL || function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            if (CALL_IS(node, "_PyObject_GC_New", "_PyObject_GC_NewVar")
                && !is_tracked_around(function))
            {
                check_add_node(
                    check, "gc-not-tracked", node, function->name,
                    "the object is made for the garbage collector, but never "
                    "given to it, so no cycle through it is collected; call "
                    "PyObject_GC_Track when its members are set");
            }
        }
    }
}
