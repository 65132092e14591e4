/* exception-missing: a path on which a function that Python calls returns NULL, and sets no
 * exception. */
#include "checks/check.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"

void
check_exception_missing(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (ownership->faults[k].kind != FAULT_NOT_RAISED) {
                continue;
            }
            if (ownership->faults[k].is_number) {
                if (function_owes_exception(check->extension, function)) {
                    check_add_node(check, "exception-missing", ownership->faults[k].node,
                                   function->name,
                                   "%s returns -1 on a path that sets no exception; CPython "
                                   "raises SystemError: set one, or return 0",
                                   function->name);
                }
                continue;
            }
            if (!function_raises_by_null(check->extension, function)) {
                continue;
            }
            check_add_node(check, "exception-missing", ownership->faults[k].node, function->name,
                           "%s returns NULL on a path that sets no exception; CPython raises "
                               "SystemError: set one, or return an object",
                               function->name);
        }
    }
}
