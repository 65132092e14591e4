/* gc-tracked-twice: PyType_GenericAlloc, which is behind tp_alloc, tracks by itself. */
#include <string.h>

#include "checks/check.h"
#include "checks/fix.h"
#include "extension/calls.h"
#include "extension/expression.h"

static bool
is_allocation(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL || node->kind != NODE_CALL) {
        return false;
    }
    const struct node *callee = node_bare(node->first);
    return CALL_IS(node, "PyType_GenericAlloc", "PyType_GenericNew")
           || (callee != NULL && callee->kind == NODE_MEMBER
               && strcmp(callee->text, "tp_alloc") == 0);
}

/* Is VARIABLE written between BEFORE and AFTER? */
static bool
is_written_between(const struct variable *variable, const struct node *before,
                   const struct node *after)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if ((use->is_written || use->is_address_taken) && use->begin > before->end
            && use->begin < after->begin)
        {
            return true;
        }
    }
    return false;
}

/* The call before number N that tracks VARIABLE in the same block, so that it always ran;
 * NULL: there is none. */
static const struct node *
tracked_before(const struct function *function, size_t n, const struct variable *variable)
{
    const struct node *call = node_outer(function->calls[n]);
    for (size_t i = 0; i < n; i++) {
        const struct node *before = node_outer(function->calls[i]);
        const struct node *object = tracked_object(function->calls[i]);
        if (object != NULL && node_resolved_variable(object) == variable
            && before->parent == call->parent && call->parent != NULL
            && call->parent->kind == NODE_BLOCK
            && !is_written_between(variable, before, call))
        {
            return before;
        }
    }
    return NULL;
}

static bool
fix_tracked_twice(struct draft *draft)
{
    const struct node *call = draft_call(draft);
    if (call == NULL || !node_is_statement(call) || call->origin != ORIGIN_FILE
        || !range_is_plain(draft->file, call->begin, statement_end(call)))
    {
        return false;
    }
    draft_remove(draft, call->begin, statement_end(call));
    draft->description = "remove the call: tp_alloc has tracked the object";
    return true;
}

void
check_gc_tracked_twice(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        bool untracks = false; /* or asks */
        for (size_t k = 0; k < function->n_calls && !untracks; k++) {
            untracks = call_untracks(function->calls[k])
                       || CALL_IS(function->calls[k], "PyObject_GC_IsTracked",
                                  "_PyObject_GC_IS_TRACKED");
        }
        for (size_t k = 0; k < function->n_calls && !untracks; k++) {
            const struct node *node = function->calls[k];
            const struct node *object = tracked_object(node);
            const struct variable *variable =
                object != NULL ? node_resolved_variable(object) : NULL;
            if (variable != NULL && is_allocation(variable_only_value(variable))) {
                struct finding *finding = check_add_node(
                    check, "gc-tracked-twice", node, function->name,
                    "'%s' comes from tp_alloc, which already tracks it; tracking an "
                    "object twice is a fatal error: remove the call",
                    variable->name);
                check_fix(check, finding, fix_tracked_twice);
            }
            else if (variable != NULL && tracked_before(function, k, variable) != NULL) {
                const struct node *before = tracked_before(function, k, variable);
                check_add_node(check, "gc-tracked-twice", node, function->name,
                               "'%s' is tracked already (line %u); tracking an object twice "
                               "is a fatal error: remove one call",
                               variable->name, source_line(before->file, before->begin));
            }
        }
    }
}
