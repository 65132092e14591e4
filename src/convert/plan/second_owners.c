/* A static had no reference of its own, where a field of the module's own state had the same
 * object and gave it up: the state is two owners then. */
#include "convert/plan/second_owners.h"

#include "convert/facts/nodes.h"
#include "convert/plan/existing_state.h"
#include "extension/expression.h"
#include "extension/extension.h"
#include "extension/ownership.h"
#include "extension/references.h"
#include "extension/shared_write.h"

static bool
is_variable(const struct node *node, const struct variable *variable)
{
    node = node != NULL ? node_bare(node) : NULL;
    return node != NULL && node->kind == NODE_NAME && node->variable == variable;
}

enum { MAX_DEPTH = 4 };

static const struct variable *static_behind(const struct node *value, unsigned depth);

/* The static whose object FUNCTION always returns, if not NULL. */
static const struct variable *
static_returned(const struct function *function, unsigned depth)
{
    const struct node *body = function != NULL ? function->body : NULL;
    const struct variable *variable = NULL;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && n->first != NULL && !is_null(n->first)) {
            const struct variable *one = static_behind(n->first, depth + 1);
            if (one == NULL || (variable != NULL && one != variable)) {
                return NULL;
            }
            variable = one;
        }
    }
    return variable;
}

static const struct variable *
static_behind(const struct node *value, unsigned depth)
{
    value = value != NULL ? node_bare(value) : NULL;
    if (value == NULL || depth > MAX_DEPTH) {
        return NULL;
    }
    if (value->kind == NODE_CALL) {
        return static_returned(value->function, depth);
    }
    if (value->kind == NODE_ASSIGN && value->op == '=') {
        const struct variable *target = static_behind(value->first, depth + 1);
        return target != NULL ? target : static_behind(value->first->next, depth + 1);
    }
    if (value->kind == NODE_CONDITIONAL) {
        const struct node *one = node_child(value, 1), *two = node_child(value, 2);
        const struct variable *first = static_behind(is_null(one) ? two : one, depth + 1);
        return is_null(one) || is_null(two) || static_behind(two, depth + 1) == first ? first
                                                                                       : NULL;
    }
    if (value->kind != NODE_NAME || value->variable == NULL) {
        return NULL;
    }
    const struct variable *variable = value->variable;
    if (variable_is_static(variable)) {
        return variable;
    }
    return variable->storage == STORAGE_AUTOMATIC && !variable->is_parameter
                   && value->within != NULL && !function_takes_reference(value->within, value)
               ? static_behind(variable_only_object(variable), depth + 1)
               : NULL;
}

const struct variable *
static_stored(const struct node *assign)
{
    return static_behind(assign->first->next, 0);
}

const struct node *
stored_place(const struct node *assign)
{
    const struct node *place = node_bare(assign->first);
    const struct function *function = assign->within;
    const struct node *pointer = place != NULL && place->kind == NODE_UNARY
                                         && place->op == OP_DEREFERENCE
                                     ? node_bare(place->first)
                                     : NULL;
    if (pointer == NULL || pointer->kind != NODE_NAME || pointer->variable == NULL
        || !pointer->variable->is_parameter || function == NULL)
    {
        return place;
    }
    size_t number = 0;
    while (number < function->n_parameters
           && function->parameters[number] != pointer->variable) {
        number++;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        const struct node *argument =
            call != NULL ? node_bare(call_argument(call, number)) : NULL;
        if (argument != NULL && argument->kind == NODE_UNARY && argument->op == OP_ADDRESS
            && node_bare(argument->first)->kind == NODE_MEMBER)
        {
            return node_bare(argument->first);
        }
    }
    return place;
}

/* Is NODE an assignment of what VARIABLE has to a field of the own state that is released? */
static bool
gives_to_owner(const struct conversion *c, const struct node *node,
               const struct variable *variable)
{
    const struct node *field =
        node->kind == NODE_ASSIGN && node->op == '=' ? stored_place(node) : NULL;
    return field != NULL && field->kind == NODE_MEMBER && field->text != NULL
           && member_record(field) == c->existing->record
           && field_is_released(c->extension, c->existing->record, field->text)
           && static_stored(node) == variable;
}

/* Are there fewer references to VARIABLE at import than calls take over, and one field? */
static bool
lacks_reference(const struct conversion *c, const struct variable *variable)
{
    size_t n_taken = 0, n_stolen = 0;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        bool runs =
            function->body != NULL && function_runs_only_at_import(c->extension, function);
        for (size_t k = 0; runs && k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            int stolen = reference_stolen_by(call_name(call));
            n_taken += is_variable(taken_reference(call), variable);
            n_stolen += stolen >= 0
                        && is_variable(argument_value(call_argument(call, (size_t)stolen)),
                                       variable);
        }
    }
    return n_taken < n_stolen + 1;
}

/* Does the function that hands over the address of the place of ASSIGN take a reference for it? */
static bool
place_takes_reference(const struct node *assign)
{
    const struct node *place = stored_place(assign);
    return place->within != NULL && place->within != assign->within
           && function_takes_reference(place->within, place);
}

const struct node *
second_owner(const struct conversion *c, const struct variable *variable)
{
    const struct node *found = NULL;
    for (size_t i = 0; i < c->source->n_functions && c->existing->record != NULL; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (!gives_to_owner(c, n, variable)) {
                continue;
            }
            if (found != NULL) {
                return NULL;
            }
            found = n;
        }
    }
    return found != NULL && function_runs_only_at_import(c->extension, found->within)
                   && !function_takes_reference(found->within, node_bare(found->first))
                   && !place_takes_reference(found)
                   && lacks_reference(c, variable)
               ? found
               : NULL;
}
