/* lifetime-borrowed-returned: what Python calls returns an object that belongs to
 * something else. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
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

/* Does FUNCTION leave the references of its parameter, the object of FAULT, to its caller, on
 * each path? */
static bool
leaves_to_caller(const struct function *function, const struct ownership *ownership,
                 const struct ownership_fault *fault)
{
    for (size_t i = 0; i < function->n_parameters && i < OWNERSHIP_PARAMETERS_MOST; i++) {
        if (strcmp(function->parameters[i]->name, fault->name) != 0) {
            continue;
        }
        for (size_t k = 0; k < ownership->n_ends; k++) {
            if (ownership->ends[k].unknown[i] || ownership->ends[k].counts[i] != 0) {
                return false;
            }
        }
        return ownership->n_ends > 0;
    }
    return false;
}

/* Is VARIABLE compared with anything but NULL? */
static bool
is_compared(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = node_outer(variable->uses[i]), *parent = use->parent;
        bool is_comparison = parent != NULL && parent->kind == NODE_BINARY
                             && (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL);
        if (is_comparison
            && !node_is_null(parent->first == use ? parent->first->next : parent->first))
        {
            return true;
        }
    }
    return false;
}

/* Is HELPER called, and does none of its callers compare what it gets with what it gave? */
static bool
is_taken_over(const struct check *check, const struct function *helper)
{
    bool is_called = false;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            if (function->calls[k]->function != helper) {
                continue;
            }
            const struct variable *local = call_local(function->calls[k]);
            if (local != NULL && is_compared(local)) {
                return false;
            }
            is_called = true;
        }
    }
    return is_called;
}

/* Does FUNCTION, which nothing but the project's own code calls, give a new reference on one
 * path, and on that of FAULT none? */
static bool
mixes_references(const struct check *check, const struct function *function,
                 const struct ownership *ownership, const struct ownership_fault *fault)
{
    /* An element may have been replaced, so that it is the function's. */
    if (fault->kind != FAULT_RETURNED || !(fault->is_member || fault->is_parameter)
        || (fault->is_parameter && !leaves_to_caller(function, ownership, fault)))
    {
        return false;
    }
    bool gives_new = false;
    for (size_t i = 0; i < ownership->n_ends; i++) {
        gives_new |= ownership->ends[i].result == RESULT_NEW
                     || ownership->ends[i].result == RESULT_NEW_PARAMETER;
    }
    return gives_new && !function_tells_by_output(function) && is_taken_over(check, function);
}

/* Is FUNCTION a helper that owes a new reference for the object of FAULT?  What methods return
 * unread is a result, too: foo_impl, for foo. */
static bool
helper_owes(const struct check *check, const struct function *function,
            const struct ownership *ownership, const struct ownership_fault *fault)
{
    return fault->kind == FAULT_RETURNED
           && (fault->is_member
               || (fault->is_parameter && leaves_to_caller(function, ownership, fault)))
           && !function_gives_object(check->extension, function)
           && function_raises_by_null(check->extension, function);
}

/* Does FUNCTION return at NODE what a helper gave it, of which that is told? */
static bool
is_told_of_helper(const struct check *check, const struct function *function,
                  const struct node *node)
{
    const struct node *value = node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
    for (size_t i = 0; value != NULL && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct ownership *ownership =
            call->function != NULL && call->function->in_project
                    && (call == value
                        || (value->kind == NODE_NAME && value->variable != NULL
                            && call_local(call) == value->variable))
                ? function_ownership(check->extension, call->function)
                : NULL;
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (helper_owes(check, call->function, ownership, &ownership->faults[k])) {
                return true;
            }
        }
    }
    return false;
}

/* Does FUNCTION, which returns the object of FAULT, owe a new reference? */
static bool
owes_reference(const struct check *check, const struct function *function,
               const struct ownership *ownership, const struct ownership_fault *fault)
{
    return fault->kind == FAULT_RETURNED
           && (function_gives_object(check->extension, function)
                   ? !is_told_of_helper(check, function, fault->node)
                   : helper_owes(check, function, ownership, fault)
                         || mixes_references(check, function, ownership, fault));
}

void
check_lifetime_borrowed_returned(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (owes_reference(check, function, ownership, &ownership->faults[k])) {
                check_fault(check, function, &ownership->faults[k]);
            }
        }
    }
}
