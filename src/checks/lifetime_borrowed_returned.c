/* lifetime-borrowed-returned: what Python calls returns an object that belongs to
 * something else. */
#include "checks/check.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"

static void
check_fault(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    const char *call = fault->origin != NULL && fault->origin->kind == NODE_CALL
                           ? call_name(fault->origin)
                           : "";
    if (fault->name != NULL) {
        check_add_node(check, "lifetime-borrowed-returned", fault->node, function->name,
                       "%s returns '%s' without a new reference, but the caller releases "
                       "what it gets; return Py_NewRef of it",
                       function->name, fault->name);
    }
    else {
        check_add_node(check, "lifetime-borrowed-returned", fault->node, function->name,
                       "%s returns a reference that it does not own%s%s, but the caller "
                       "releases what it gets; return Py_NewRef of it",
                       function->name, call[0] != '\0' ? ", from " : "", call);
    }
}

void
check_lifetime_borrowed_returned(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_ownership(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (ownership->faults[k].kind == FAULT_RETURNED
                && function_gives_object(check->extension, function))
            {
                check_fault(check, function, &ownership->faults[k]);
            }
        }
    }
}
