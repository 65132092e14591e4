/* exception-left: a path on which a function that Python calls returns an object, or a number
 * that stands for success, while the exception of a failed call is set. */
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"

static void
report(struct check *check, const struct function *function,
       const struct ownership *ownership, const struct ownership_fault *fault)
{
    const struct node *node = fault->node;
    if (fault->is_positive) {
        if (ownership->raises_by_zero && function_raises_by_zero(check->extension, function)) {
            check_add_node(check, "exception-left", node, function->name,
                           "%s reports success on a path where a call failed and its exception "
                           "is still set; it is raised later, by unrelated code: clear it with "
                           "PyErr_Clear, or return 0",
                           function->name);
        }
    }
    else if (function_raises_by_null(check->extension, function)) {
        check_add_node(check, "exception-left", node, function->name,
                       "%s returns an object on a path where a call failed and its exception "
                       "is still set; CPython raises SystemError: clear it with "
                       "PyErr_Clear, or return NULL",
                       function->name);
    }
    else if (function_raises_by_negative(check->extension, function)) {
        check_add_node(check, "exception-left", node, function->name,
                       "%s reports success on a path where a call failed and its exception is "
                       "still set; it is raised later, by unrelated code: clear it with "
                       "PyErr_Clear, or return -1",
                       function->name);
    }
}

void
check_exception_left(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            const struct ownership_fault *fault = &ownership->faults[k];
            if (fault->kind == FAULT_STILL_RAISED) {
                report(check, function, ownership, fault);
            }
            if (fault->kind == FAULT_CALLED_RAISED) {
                check_add_node(check, "exception-left", fault->node, function->name,
                               "%s calls %s on a path where a call failed and its exception is "
                               "still set; the call may lose it or fail for it, and a debug build "
                               "of CPython aborts: clear it with PyErr_Clear or save it before, or "
                               "return",
                               function->name, call_name(fault->node));
            }
        }
    }
}
