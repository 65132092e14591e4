/* access-main-interpreter */
#include <string.h>

#include "checks/check.h"
#include "checks/expression.h"

static const struct {
    const char *name, *reason;
} calls[] = {
    {"PyInterpreterState_Main",
     "gives the main interpreter, whichever one the module is in; take "
     "PyInterpreterState_Get() at import and keep it in the module state"},
    {"PyInterpreterState_Head",
     "begins at the newest interpreter of the process, which is another one as soon as "
     "there are two; take PyInterpreterState_Get()"},
    {"Py_AddPendingCall",
     "has the main interpreter make the call, whichever one the module is in; make it "
     "from a thread that is attached to the module's own interpreter"},
    {"PyInterpreterView_FromMain",
     "gives the main interpreter, whichever one the module is in; use "
     "PyInterpreterView_FromCurrent"},
};

void
check_access_main_interpreter(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            for (size_t k = 0; k < ARRAY_LENGTH(calls); k++) {
                if (CALL_IS(node, calls[k].name)) {
                    check_add_node(check, "access-main-interpreter", node,
                                   function->name, "%s %s", calls[k].name,
                                   calls[k].reason);
                }
            }
        }
    }
}
