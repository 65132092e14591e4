/* access-main-interpreter */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"

static const struct call {
    const char *name, *reason;
} calls[] = {
    {"PyInterpreterState_Main",
     "returns the main interpreter, even if the module was imported in another one; "
     "store PyInterpreterState_Get() in the module state at import"},
    {"PyInterpreterState_Head", "returns the newest interpreter of the process, not "
                                "the current one; use PyInterpreterState_Get()"},
    {"Py_AddPendingCall", "runs the call in the main interpreter, even if the module "
                          "was imported in another one; make the call from a thread "
                          "that is attached to the module's interpreter"},
    {"PyInterpreterView_FromMain",
     "returns the main interpreter, even if the module was imported in another one; "
     "use PyInterpreterView_FromCurrent"},
};

static const struct call *
call_of(const struct node *node)
{
    for (size_t i = 0; i < ARRAY_LENGTH(calls); i++) {
        if (CALL_IS(node, calls[i].name)) {
            return &calls[i];
        }
    }
    return NULL;
}

/* Is the interpreter that CALL gives compared, and nothing done with it?  That is how a
 * module tells whether it is in the main one. */
static bool
is_only_asked(const struct node *call)
{
    const struct variable *local = call_local(call);
    bool is_asked = node_is_asked(call);
    for (size_t i = 0; local != NULL && i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        if (use->is_written) {
            continue;
        }
        if (!node_is_asked(use)) {
            return false;
        }
        is_asked = true;
    }
    return is_asked;
}

/* Does FUNCTION go from the newest interpreter on to the others? */
static bool
lists_interpreters(const struct function *function, const struct node *head)
{
    for (size_t i = 0; CALL_IS(head, "PyInterpreterState_Head") && i < function->n_calls;
         i++)
    {
        if (CALL_IS(function->calls[i], "PyInterpreterState_Next")) {
            return true;
        }
    }
    return false;
}

void
check_access_main_interpreter(struct check *check, const struct function *function,
                              const struct node *call)
{
    const struct call *entry = call_of(call);
    if (entry != NULL && !is_only_asked(call) && !lists_interpreters(function, call)) {
        check_add_node(check, "access-main-interpreter", call, function->name, "%s %s",
                       entry->name, entry->reason);
    }
}
