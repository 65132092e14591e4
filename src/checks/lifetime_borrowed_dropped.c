/* lifetime-borrowed-dropped: a reference is released that someone else owns. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/python_calls.h"
#include "extension/references.h"

static bool
is_exec_function(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct slots *slots = &extension->modules[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            if (slots->items[k].function == function
                && strcmp(slots->items[k].name, "Py_mod_exec") == 0)
            {
                return true;
            }
        }
    }
    return false;
}

/* Is the object in VARIABLE handed to a call that takes over a reference? */
static const char *
owner_of(const struct extension *extension, const struct function *function,
         const struct variable *variable)
{
    if (function->n_parameters > 0 && function->parameters[0] == variable
        && is_exec_function(extension, function))
    {
        return "the import";
    }
    const struct node *value = node_bare(variable_only_value(variable));
    return value != NULL && call_gives_borrowed(value) ? call_name(value) : NULL;
}

static bool
is_member_of(const struct node *node, const struct variable *variable)
{
    return node->kind == NODE_MEMBER && node_resolved_variable(node->first) == variable;
}

/* Does a member of the object in VARIABLE say whether a reference is held: is it asked first,
 * and written where the reference is given up?  An object may hold one to itself until it is
 * closed. */
static bool
holds_itself(const struct function *function, const struct variable *variable)
{
    for (const struct node *asked = function->body; asked != NULL;
         asked = node_after(asked, function->body))
    {
        if (!is_member_of(asked, variable) || !node_is_asked(asked)) {
            continue;
        }
        for (const struct node *n = asked; n != NULL; n = node_after(n, function->body)) {
            if (is_member_of(n, variable) && n->is_written
                && string_equal(n->text, asked->text))
            {
                return true;
            }
        }
    }
    return false;
}

/* Is CALL where a path gives away what FUNCTION was given? */
static const struct ownership_fault *
fault_at(const struct extension *extension, const struct function *function,
         const struct node *call)
{
    const struct ownership *ownership = function_ownership(extension, function);
    for (size_t i = 0; ownership != NULL && i < ownership->n_faults; i++) {
        const struct ownership_fault *fault = &ownership->faults[i];
        if (fault->kind == FAULT_DROPPED && fault->node == call && fault->name != NULL
            && (!fault->is_parameter || function_is_called_by_python(extension, function)))
        {
            return fault;
        }
    }
    return NULL;
}

void
check_lifetime_borrowed_dropped(struct check *check, const struct function *function,
                                const struct node *call)
{
    const struct node *dropped =
        call->kind == NODE_CALL ? released_reference(call) : NULL;
    const struct variable *variable =
        dropped != NULL && dropped->kind == NODE_NAME ? dropped->variable : NULL;
    const char *owner =
        variable != NULL ? owner_of(check->extension, function, variable) : NULL;
    if (owner == NULL || function_takes_reference(function, dropped)) {
        const struct ownership_fault *fault =
            call->kind == NODE_CALL ? fault_at(check->extension, function, call) : NULL;
        bool is_own = variable != NULL && holds_itself(function, variable);
        if (fault != NULL && !is_own) {
            check_add_node(check, "lifetime-borrowed-dropped", call, function->name,
                           "the reference in '%s' is borrowed from the caller, but %s %s "
                           "it; take a strong reference with Py_NewRef first",
                           fault->name, call_name(call)[0] ? call_name(call) : "a call",
                           dropped != NULL ? "releases" : "takes");
        }
        return;
    }
    check_add_node(check, "lifetime-borrowed-dropped", call, function->name,
                   "the reference in '%s' is borrowed from %s but released here; "
                   "remove the release, or take a strong reference with Py_NewRef",
                   variable->name,
                   call_gives_borrowed(node_bare(variable_only_value(variable)))
                       ? "its owner"
                       : owner);
}
