/* lifetime-borrowed-stored: a borrowed reference in a place that is released like an
 * own one. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"
#include "extension/references.h"

/* The call that gives NODE, directly or through a local. */
static const struct node *
giving_call(const struct node *node)
{
    node = node_bare(node);
    if (node != NULL && node->kind == NODE_NAME && node->variable != NULL) {
        node = node_bare(variable_only_value(node->variable));
    }
    return node != NULL && node->kind == NODE_CALL ? node : NULL;
}

/* Does any function release a member called FIELD? */
static bool
is_released(const struct source *source, const char *field)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *released = released_reference(function->calls[k]);
            if (released != NULL && released->kind == NODE_MEMBER
                && strcmp(released->text, field) == 0)
            {
                return true;
            }
        }
    }
    return false;
}

/* What FAULT says was put into a place, unless the call that gave it
 * is told already. */
static void
check_path(struct check *check, const struct function *function,
           const struct ownership_fault *fault)
{
    const struct node *place =
        fault->node->kind == NODE_ASSIGN ? node_bare(fault->node->first) : NULL;
    const struct node *value =
        place != NULL ? fault->node->first->next : NULL;
    if (place == NULL || fault->place == NULL || call_gives_borrowed(giving_call(value))
        || (fault->is_parameter
            && !function_is_called_by_python(check->extension, function))
        || function_takes_reference(function, place)
        || function_takes_reference(function, value))
    {
        return;
    }
    const char *name = fault->place;
    check_add_node(check, "lifetime-borrowed-stored", fault->node, name,
                   "the reference that is stored in '%s' is borrowed from %s, but '%s' "
                   "is released like a strong reference; take one with Py_NewRef",
                   name, fault->name != NULL ? "the caller" : "its owner", name);
}

static void
check_assignment(struct check *check, const struct function *function,
                 const struct node *assignment)
{
    const struct node *place = node_bare(assignment->first);
    const struct node *value = assignment->first->next;
    const struct node *call = giving_call(value);
    if (place == NULL || place->kind != NODE_MEMBER || call == NULL
        || !call_gives_borrowed(call) || !type_is_object_pointer(place->type)
        || function_takes_reference(function, place)
        || function_takes_reference(function, value)
        || !is_released(check->source, place->text))
    {
        return;
    }
    check_add_node(check, "lifetime-borrowed-stored", assignment, place->text,
                   "%s returns a borrowed reference, but '%s' is released like a "
                   "strong reference; take one with Py_NewRef",
                   call_name(call), place->text);
}

void
check_lifetime_borrowed_stored(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function_is_dead(check->extension, function)) {
            continue;
        }
        const struct ownership *ownership =
            function_ownership(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            if (ownership->faults[k].kind == FAULT_STORED) {
                check_path(check, function, &ownership->faults[k]);
            }
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            if (node->kind == NODE_ASSIGN && node->op == '=') {
                check_assignment(check, function, node);
            }
        }
    }
}
