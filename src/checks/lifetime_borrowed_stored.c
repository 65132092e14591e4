/* lifetime-borrowed-stored: a borrowed reference in a place that is released like an
 * own one. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/module_state.h"
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

static bool assignment_is_told(struct check *check, const struct function *function,
                               const struct node *assignment);

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
    if (place == NULL || fault->place == NULL || assignment_is_told(check, function, fault->node)
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

static bool
assignment_is_told(struct check *check, const struct function *function,
                   const struct node *assignment)
{
    const struct node *place = node_bare(assignment->first);
    const struct node *value = assignment->first->next;
    const struct node *call = giving_call(value);
    return place != NULL && place->kind == NODE_MEMBER && call != NULL
           && call_gives_borrowed(call) && type_is_object_pointer(place->type)
           && !function_takes_reference(function, place)
           && !function_takes_reference(function, value)
           && is_released(check->source, place->text);
}

static void
check_assignment(struct check *check, const struct function *function,
                 const struct node *assignment)
{
    if (!assignment_is_told(check, function, assignment)) {
        return;
    }
    const struct node *place = node_bare(assignment->first);
    const struct node *call = giving_call(assignment->first->next);
    check_add_node(check, "lifetime-borrowed-stored", assignment, place->text,
                   "%s returns a borrowed reference, but '%s' is released like a "
                   "strong reference; take one with Py_NewRef",
                   call_name(call), place->text);
}

/* Does FUNCTION take a reference to any type? */
static bool
takes_type(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *taken = taken_reference(function->calls[i]);
        if (taken != NULL
            && (node_is_object_type(taken) || node_is_object_type(last_argument(function->calls[i]))
                || (taken->type != NULL && type_is_pointer_to(taken->type, "PyTypeObject"))))
        {
            return true;
        }
    }
    return false;
}

/* Does FUNCTION write a member called as SOURCE, but for PLACE?  Then it may hand the reference
 * on. */
static bool
writes_member(const struct function *function, const struct node *source,
              const struct node *place)
{
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_MEMBER && node != place
            && (node->is_written || node->is_address_taken)
            && strcmp(node->text, source->text) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Do the hooks of the module whose state has MEMBER release it? */
static bool
state_owns(const struct extension *extension, const struct node *member)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        if (function_names_field(extension, module->clear, member->text, HOOK_DEPTH)
            || function_names_field(extension, module->free, member->text, HOOK_DEPTH))
        {
            return true;
        }
    }
    return false;
}

static const struct record *
record_of(const struct node *member)
{
    const struct type *type = member_object_type(member);
    while (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL ? type->record : NULL;
}

/* Does any function take a reference to the member PLACE, by its name? */
static bool
is_taken_somewhere(const struct extension *extension, const struct node *place)
{
    const struct member_uses *uses = members_called(extension, place->text);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *call = call_around(uses->items[i], NULL);
        if (call != NULL && taken_reference(call) != NULL
            && record_of(uses->items[i]) == record_of(place))
        {
            return true;
        }
    }
    return false;
}

/* What has its own reference elsewhere, and is put into a place that is released too: the type of
 * an object, or what the module state keeps. */
static void
check_shared(struct check *check, const struct function *function,
             const struct node *assignment)
{
    const struct extension *extension = check->extension;
    const struct node *place = node_bare(assignment->first);
    const struct node *written = node_bare(assignment->first->next);
    if (place == NULL || written == NULL || place->kind != NODE_MEMBER
        || strcmp(place->text, "ob_type") == 0 || !type_is_object_pointer(place->type)
        || record_of(place) == NULL
        || !field_is_released(extension, record_of(place), place->text)
        || function_takes_reference(function, place) || is_taken_somewhere(extension, place))
    {
        return;
    }
    if (written->kind == NODE_CALL && CALL_IS(written, "Py_TYPE", "_Py_TYPE", "_Py_TYPE_impl")) {
        if (!takes_type(function)) {
            check_add_node(check, "lifetime-borrowed-stored", assignment, place->text,
                           "Py_TYPE gives a borrowed reference, but '%s' is released like a "
                           "strong reference; take one with Py_NewRef",
                           place->text);
        }
        return;
    }
    const struct node *source = node_resolved(written);
    if (source->kind == NODE_MEMBER && type_points_to_state(extension, member_object_type(source))
        && !type_points_to_state(extension, member_object_type(place))
        && state_owns(extension, source) && !writes_member(function, source, place)
        && !function_takes_reference(function, source)
        && !function_takes_reference(function, written))
    {
        check_add_node(check, "lifetime-borrowed-stored", assignment, place->text,
                       "the reference in '%s' is the module state's, but '%s' of the object is "
                       "released, too, like a strong reference; take one with Py_NewRef",
                       source->text, place->text);
    }
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
            function_faults(check->extension, function);
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
                check_shared(check, function, node);
            }
        }
    }
}
