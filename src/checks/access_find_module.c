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
check_access_find_module(struct check *check, const struct function *function,
                         const struct node *call)
{
    if (!is_lookup(call)) {
        return;
    }
    struct finding *finding = check_add_node(
        check, "access-find-module", call, function->name,
        "%s cannot find modules with multi-phase initialisation; get the module state "
        "from the function's module argument or the defining class",
        call_name(call));
    finding->automatic = true;
}
