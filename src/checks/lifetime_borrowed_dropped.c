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

/* Is ORIGIN a call of the C API that gives what something else owns? */
static bool
is_lookup(const struct node *origin)
{
    return origin != NULL && origin->kind == NODE_CALL && origin->function != NULL
           && !origin->function->in_project && call_gives_borrowed(origin);
}

/* Does FUNCTION put something into the place of a struct sequence that VALUE reads, which
 * leaves what was there to the function? */
static bool
is_exchanged(const struct function *function, const struct node *value)
{
    bool is_sequence = CALL_IS(value, "PyStructSequence_GetItem", "PyStructSequence_GET_ITEM");
    for (size_t i = 0; i < function->n_calls && is_sequence; i++) {
        const struct node *call = function->calls[i];
        if (CALL_IS(call, "PyStructSequence_SetItem", "PyStructSequence_SET_ITEM")
            && nodes_are_alike(call_argument(call, 0), call_argument(value, 0))
            && nodes_are_alike(call_argument(call, 1), call_argument(value, 1)))
        {
            return true;
        }
    }
    return false;
}

/* Where a path of FUNCTION gives away, by CALL, what FUNCTION was given; or NULL. */
static const struct ownership_fault *
fault_of(const struct extension *extension, const struct function *function,
         const struct node *call)
{
    const struct ownership *ownership = function_faults(extension, function);
    for (size_t i = 0; ownership != NULL && i < ownership->n_faults; i++) {
        const struct ownership_fault *fault = &ownership->faults[i];
        if (fault->kind == FAULT_DROPPED && fault->node == call
            && (fault->name != NULL || is_lookup(fault->origin))
            && !is_exchanged(function, fault->origin))
        {
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
    return value != NULL && call_gives_borrowed(value) && !is_exchanged(function, value)
               ? call_name(value)
               : NULL;
}

static bool
is_member_of(const struct node *node, const struct variable *variable)
{
    return node->kind == NODE_MEMBER && node_resolved_variable(node->first) == variable;
}

/* Is NODE the object in VARIABLE, given to a function of the project, which may write its
 * members? */
static bool
is_given_on(const struct node *node, const struct variable *variable)
{
    const struct node *child = NULL;
    const struct node *call =
        node->kind == NODE_NAME && node_resolved_variable(node) == variable
            ? call_around(node, &child)
            : NULL;
    return call != NULL && call->first != child && call->function != NULL
           && call->function->in_project && call->function->body != NULL;
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
            if (is_given_on(n, variable)
                || (is_member_of(n, variable) && n->is_written
                    && string_equal(n->text, asked->text)))
            {
                return true;
            }
        }
    }
    return false;
}

/* Does FUNCTION take a reference of another that ORIGIN's function gives of the same thing: of each
 * item of a list that is gone through twice? */
static bool
takes_of_same(const struct function *function, const struct node *origin)
{
    const struct node *container = call_argument(origin, 0);
    for (size_t i = 0; container != NULL && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct variable *local = call != origin && call->function == origin->function
                                           ? call_local(call)
                                           : NULL;
        const struct node *other = local != NULL ? call_argument(call, 0) : NULL;
        if (other == NULL || !nodes_are_alike(other, container)) {
            continue;
        }
        for (size_t k = 0; k < local->n_uses; k++) {
            if (function_takes_reference(function, local->uses[k])) {
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
    if (fault->name == NULL) {
        check_add_node(check, "lifetime-borrowed-dropped", call, function->name,
                       "the reference that %s gives is borrowed, but %s %s it; take a strong "
                       "reference with Py_NewRef first",
                       call_name(fault->origin), call_name(call)[0] ? call_name(call) : "a call",
                       releases ? "releases" : "takes");
        return;
    }
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
    bool is_held = fault != NULL
                   && ((variable != NULL && holds_itself(function, node_resolved_variable(dropped)))
                       || (fault->name == NULL && takes_of_same(function, fault->origin)));
    if (fault != NULL && !is_held) {
        tell_fault(check, function, call, fault);
    }
}
