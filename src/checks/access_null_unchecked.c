/* access-null-unchecked: a path on which NULL is released, or its member read, and memory that
 * is used before it is asked for NULL. */
#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/ownership.h"

/* Does FUNCTION ask for an exception in place of a result? */
static bool
asks_for_exception(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyErr_Occurred")) {
            return true;
        }
    }
    return false;
}

/* Is all that LOCAL is given the result of a call of the C API?  A NULL that is written there,
 * and what functions of the project return, may depend on facts that are not followed. */
static bool
is_of_api(const struct variable *local)
{
    const struct node *value = node_bare(variable_only_value(local));
    if (value == NULL || value->kind != NODE_CALL) {
        return false;
    }
    /* A type that is ready has a dict; who takes the exception knows that one is set. */
    if (CALL_IS(value, "PyType_GetDict", "PyErr_GetRaisedException")) {
        return false;
    }
    const struct node *callee = node_bare(value->first);
    return (value->function != NULL && !value->function->in_project
            && (string_starts(call_name(value), "Py")
                || string_starts(call_name(value), "_PyObject_")))
           || (callee != NULL && callee->kind == NODE_MEMBER
               && string_starts(callee->text, "tp_"));
}

/* Is USE in a branch that asks what LOCAL is? */
static bool
is_in_question(const struct node *use, const struct variable *local)
{
    for (const struct node *child = use, *node = use->parent; node != NULL;
         child = node, node = node->parent)
    {
        if (node->kind != NODE_IF || node->first == child) {
            continue;
        }
        for (const struct node *at = node->first; at != NULL;
             at = node_after(at, node->first))
        {
            if (at->kind == NODE_NAME && at->variable == local) {
                return true;
            }
        }
    }
    return false;
}

static void
report_memory(struct check *check, const struct function *function,
              const struct ownership_fault *fault)
{
    const struct node *use = fault->node;
    check_add_node(check, "access-null-unchecked", use, fault->name,
                   "%s %s the memory from %s%s%s without a check for NULL; the process crashes "
                   "when memory runs out: check it, and call PyErr_NoMemory",
                   function->name, use->kind == NODE_CALL ? "fills" : "uses",
                   call_name(fault->origin), fault->name != NULL ? " in " : "",
                   fault->name != NULL ? fault->name : "");
}

void
check_access_null_unchecked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_ownership(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            const struct ownership_fault *fault = &ownership->faults[k];
            if (fault->kind == FAULT_MEMORY_NULL) {
                report_memory(check, function, fault);
                continue;
            }
            if (fault->kind != FAULT_NULL || asks_for_exception(function)
                || !is_of_api(fault->node->variable)
                || is_in_question(fault->node, fault->node->variable))
            {
                continue;
            }
            const struct node *call = call_around(fault->node, NULL);
            check_add_node(check, "access-null-unchecked", fault->node, fault->name,
                           "'%s' may be NULL here, where %s %s%s; check what it was given "
                           "for NULL before",
                           fault->name, function->name,
                           call == NULL                       ? "reads its member"
                           : released_reference(call) != NULL ? "releases it"
                                                              : "gives it to ",
                           call != NULL && released_reference(call) == NULL ? call_name(call)
                                                                            : "");
        }
    }
}
