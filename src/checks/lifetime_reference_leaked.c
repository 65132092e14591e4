/* lifetime-reference-leaked: a path on which a new reference is neither released nor
 * handed on. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/ownership.h"

static void
check_fault(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    const struct variable *local =
        fault->origin != NULL ? call_local(fault->origin) : NULL;
    const char *name = call_name(fault->origin);
    unsigned line = source_line(fault->node->file, fault->node->begin);
    const char *end = fault->node->kind == NODE_RETURN  ? "returns"
                      : fault->node->kind == NODE_BLOCK ? "ends"
                                                        : "loses it";
    if (local != NULL) {
        check_add_node(check, "lifetime-reference-leaked", fault->origin, local->name,
                       "the new reference from %s in '%s' is still held where %s %s "
                       "(line %u); the object is never freed: release it with "
                       "Py_DECREF on that path",
                       name[0] != '\0' ? name : "tp_alloc", local->name, function->name, end,
                       line);
        return;
    }
    check_add_node(check, "lifetime-reference-leaked", fault->origin, function->name,
                   "the new reference from %s is still held where %s %s (line %u); the "
                   "object is never freed: release it with Py_DECREF on that path",
                   name[0] != '\0' ? name : "tp_alloc", function->name, end, line);
}

/* Paths that end in one macro have one fault. */
static bool
is_told(const struct ownership_fault *fault, const struct node **io_last)
{
    const struct node *last = *io_last, *node = fault->node;
    bool is_same = last != NULL && node->origin == ORIGIN_MACRO
                   && node->macro_file != NULL && node->macro_file == last->macro_file
                   && node->macro_offset == last->macro_offset;
    *io_last = node->origin == ORIGIN_MACRO && node->macro_file != NULL ? node : last;
    return is_same;
}

void
check_lifetime_reference_leaked(struct check *check)
{
    const struct node *last = NULL;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_ownership(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (ownership->faults[k].kind == FAULT_LEAKED
                && !is_told(&ownership->faults[k], &last))
            {
                check_fault(check, function, &ownership->faults[k]);
            }
        }
    }
}
