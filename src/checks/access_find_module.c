/* access-find-module */
#include <string.h>

#include "checks/check.h"

static bool
is_lookup(const struct node *node)
{
    return node->kind == NODE_CALL
           && (strcmp(call_name(node), "PyState_FindModule") == 0
               || strcmp(call_name(node), "PyState_AddModule") == 0);
}

void
check_access_find_module(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            if (!is_lookup(node)) {
                continue;
            }
            struct finding *finding = check_add_node(
                check, "access-find-module", node, function->name,
                "%s knows one module object per definition and interpreter, and none "
                "of multi-phase initialisation; take the state from the function's own "
                "module or class",
                call_name(node));
            finding->automatic = true;
        }
    }
}
