/* lifetime-borrowed-dropped: a reference is released that someone else owns. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
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

/* Where a path of FUNCTION gives away, by CALL, what FUNCTION was given; or NULL. */
static const struct ownership_fault *
fault_of(const struct extension *extension, const struct function *function,
         const struct node *call)
{
    const struct ownership *ownership = function_ownership(extension, function);
    for (size_t i = 0; ownership != NULL && i < ownership->n_faults; i++) {
        const struct ownership_fault *fault = &ownership->faults[i];
        if (fault->kind == FAULT_DROPPED && fault->node == call && fault->name != NULL) {
            return fault;
        }
    }
    return NULL;
}

/* --- the module that an import gives ----------------------------------------- */

/* Does a number that CALL gives in so many words decide whether RELEASE, in the function that it
 * calls, is reached? */
static bool
decides(const struct node *call, const struct node *release)
{
    const struct function *function = release->within;
    for (const struct node *at = release; at->parent != NULL; at = at->parent) {
        const struct node *asked = at->parent->kind == NODE_IF ? at->parent->first : NULL;
        for (const struct node *n = asked; n != NULL && asked != at; n = node_after(n, asked)) {
            for (size_t i = 0; n->kind == NODE_NAME && i < function->n_parameters; i++) {
                const struct node *given = node_bare(call_argument(call, i));
                if (n->variable == function->parameters[i] && given != NULL
                    && given->has_value)
                {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool is_given_module(const struct extension *extension,
                            const struct function *function, size_t n,
                            const struct node *release, int depth);

/* Does CALL hand on, as argument number N, the module that its function was given, and keep no
 * reference for that?  One that always takes it over is told of itself. */
static bool
hands_on_module(const struct extension *extension, const struct node *call, size_t n, int depth)
{
    const struct function *caller = call->within;
    const struct node *argument = call_argument(call, n);
    if (argument == NULL || caller == NULL || function_takes_reference(caller, argument)
        || fault_of(extension, caller, call) != NULL)
    {
        return false;
    }
    for (size_t i = 0; i < caller->n_parameters; i++) {
        if (node_is_parameter(caller, argument, i)) {
            return is_given_module(extension, caller, i, NULL, depth);
        }
    }
    return false;
}

/* Is what FUNCTION gets as its parameter number N the module that an import made, and owns?
 * RELEASE, if not NULL, is what gives it up. */
static bool
is_given_module(const struct extension *extension, const struct function *function, size_t n,
                const struct node *release, int depth)
{
    if (is_exec_function(extension, function)) {
        return n == 0;
    }
    for (size_t i = 0; depth > 0 && i < function->n_uses; i++) {
        const struct node *child, *call = call_around(function->uses[i], &child);
        if (call != NULL && call->first == child
            && !(release != NULL && decides(call, release))
            && hands_on_module(extension, call, n, depth - 1))
        {
            return true;
        }
    }
    return false;
}

static bool
is_written(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written) {
            return true;
        }
    }
    return false;
}

/* Is VARIABLE a parameter of FUNCTION with the module that an import gives, also by way of
 * functions that hand it on?  CALL releases it, or hands it to one that takes it over. */
static bool
holds_module(const struct extension *extension, const struct function *function,
             const struct variable *variable, const struct node *call)
{
    enum { DEPTH = 6 };
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (function->parameters[i] == variable) {
            return is_given_module(extension, function, i, call, DEPTH);
        }
    }
    return false;
}

/* --- all ---------------------------------------------------------------------- */

/* Who owns the object in VARIABLE, which CALL releases, by what the text says of it; or NULL. */
static const char *
owner_of(const struct extension *extension, const struct function *function,
         const struct variable *variable, const struct node *call)
{
    if (variable->is_parameter) {
        bool is_followed = !is_exec_function(extension, function)
                           && function_ownership(extension, function) != NULL;
        return !is_followed && !is_written(variable)
                       && holds_module(extension, function, variable, call)
                   ? "the import"
                   : NULL;
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

static const struct variable *
parameter_called(const struct function *function, const char *name)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (strcmp(function->parameters[i]->name, name) == 0) {
            return function->parameters[i];
        }
    }
    return NULL;
}

/* FUNCTION releases, by CALL, what it borrows in VARIABLE from OWNER. */
static void
tell_release(struct check *check, const struct function *function, const struct node *call,
             const struct variable *variable, const char *owner)
{
    struct finding *finding = check_add_node(
        check, "lifetime-borrowed-dropped", call, function->name,
        "the reference in '%s' is borrowed from %s but released here; remove the release, "
        "or take a strong reference with Py_NewRef",
        variable->name, variable->is_parameter ? owner : "its owner");
    finding->is_of_import = variable->is_parameter;
}

/* A path of FUNCTION gives away by CALL what FAULT names. */
static void
tell_fault(struct check *check, const struct function *function, const struct node *call,
           const struct ownership_fault *fault)
{
    const struct variable *parameter =
        fault->is_parameter ? parameter_called(function, fault->name) : NULL;
    bool is_module = parameter != NULL
                     && holds_module(check->extension, function, parameter, call);
    bool releases = released_reference(call) != NULL;
    if (is_module && releases) {
        tell_release(check, function, call, parameter, "the import");
    }
    else if (is_module || !fault->is_parameter
             || function_is_called_by_python(check->extension, function))
    {
        struct finding *finding = check_add_node(
            check, "lifetime-borrowed-dropped", call, function->name,
            "the reference in '%s' is borrowed from %s, but %s %s it; take a strong "
            "reference with Py_NewRef first",
            fault->name, is_module ? "the import" : "the caller",
            call_name(call)[0] ? call_name(call) : "a call", releases ? "releases" : "takes");
        finding->is_of_import = is_module;
    }
}

void
check_lifetime_borrowed_dropped(struct check *check, const struct function *function,
                                const struct node *call)
{
    const struct node *dropped =
        call->kind == NODE_CALL ? released_reference(call) : NULL;
    const struct variable *variable =
        dropped != NULL && dropped->kind == NODE_NAME ? dropped->variable : NULL;
    const char *owner = variable != NULL && !function_takes_reference(function, dropped)
                            ? owner_of(check->extension, function, variable, call)
                            : NULL;
    if (owner != NULL) {
        tell_release(check, function, call, variable, owner);
        return;
    }
    const struct ownership_fault *fault =
        call->kind == NODE_CALL ? fault_of(check->extension, function, call) : NULL;
    if (fault != NULL && (variable == NULL || !holds_itself(function, variable))) {
        tell_fault(check, function, call, fault);
    }
}
