/* lifetime-released-twice: a reference is released that the function does not hold any
 * more. */
#include "checks/check.h"
#include "extension/ownership.h"

static void
check_fault(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    unsigned line =
        fault->last != NULL ? source_line(fault->last->file, fault->last->begin) : 0;
    const char *name = fault->origin != NULL ? call_name(fault->origin) : "";
    if (fault->kind == FAULT_RELEASED_STOLEN) {
        const char *thief = fault->last != NULL ? call_name(fault->last) : "";
        check_add_node(check, "lifetime-released-twice", fault->node, function->name,
                       "the new reference from %s is released here, but %s already took "
                       "it (line %u); remove the release",
                       name[0] != '\0' ? name : "tp_alloc", thief[0] != '\0' ? thief : "a call",
                       line);
    }
    else {
        check_add_node(check, "lifetime-released-twice", fault->node, function->name,
                       "the new reference from %s is released a second time (first on "
                       "line %u); remove one release",
                       name[0] != '\0' ? name : "tp_alloc", line);
    }
}

void
check_lifetime_released_twice(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_ownership(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            const struct ownership_fault *fault = &ownership->faults[k];
            if (fault->kind == FAULT_RELEASED_TWICE
                || fault->kind == FAULT_RELEASED_STOLEN)
            {
                check_fault(check, function, fault);
            }
        }
    }
}
