/* access-gil-state */
#include "checks/check.h"
#include "checks/expression.h"

void
check_access_gil_state(struct check *check)
{
    const bool has_guards = check->source->python_version >= 0x030f0000;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            if (!CALL_IS(node, "PyGILState_Ensure", "PyGILState_GetThisThreadState")) {
                continue;
            }
            check_add_node(
                check, "access-gil-state", node, function->name,
                "%s means the main interpreter where the thread has no state "
                "of its own, also for a module of another one; %s",
                call_name(node),
                has_guards ? "keep a PyInterpreterView from the import on, and "
                             "attach with PyThreadState_EnsureFromView"
                           : "keep PyInterpreterState_Get() from the import on, and "
                             "attach a thread state of that one "
                             "(PyThreadState_EnsureFromView since 3.15)");
        }
    }
}
