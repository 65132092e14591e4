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

/* The assignment of VALUE, as it is, to a field that is released; or NULL. */
static const struct node *
assignment_of(const struct conversion *c, const struct node *value)
{
    value = node_outer(value);
    const struct node *assign = value->parent;
    const struct node *field = assign != NULL && assign->kind == NODE_ASSIGN
                                       && assign->op == '=' && assign->first != value
                                   ? node_bare(assign->first)
                                   : NULL;
    return field != NULL && field->kind == NODE_MEMBER && field->text != NULL
                   && c->existing->record != NULL && member_record(field) == c->existing->record
                   && field_is_released(c->extension, c->existing->record, field->text)
               ? assign
               : NULL;
}

static bool
is_variable(const struct node *node, const struct variable *variable)
{
    node = node != NULL ? node_bare(node) : NULL;
    return node != NULL && node->kind == NODE_NAME && node->variable == variable;
}

bool
returns_only(const struct function *function, const struct variable *variable)
{
    const struct node *body = function->body;
    bool returns_it = false;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && n->first != NULL && !is_null(n->first)) {
            if (!is_variable(n->first, variable)) {
                return false;
            }
            returns_it = true;
        }
    }
    return returns_it;
}

/* The same of what USE has, also where a function returns it. */
static const struct node *
assignment_to_owner(const struct conversion *c, const struct node *use)
{
    const struct node *outer = node_outer(use);
    if (outer->parent == NULL || outer->parent->kind != NODE_RETURN
        || !returns_only(use->within, use->variable))
    {
        return assignment_of(c, use);
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; function->body != NULL && k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *assign =
                call->function == use->within ? assignment_of(c, call) : NULL;
            if (assign != NULL) {
                return assign;
            }
        }
    }
    return NULL;
}

/* Are there fewer references to VARIABLE at import than calls take over, and the one field? */
static bool
lacks_reference(const struct conversion *c, const struct variable *variable)
{
    size_t n_taken = 0, n_stolen = 0, n_fields = 0;
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
    const struct node *last = NULL;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *assign = assignment_to_owner(c, variable->uses[i]);
        n_fields += assign != NULL && assign != last;
        last = assign != NULL ? assign : last;
    }
    return n_fields == 1 && n_taken < n_stolen + n_fields;
}

const struct node *
second_owner(const struct conversion *c, const struct variable *variable,
             const struct node *use)
{
    const struct node *assign = assignment_to_owner(c, use);
    return assign != NULL
                   && function_runs_only_at_import(c->extension, assign->within)
                   && !function_takes_reference(assign->within, node_bare(assign->first))
                   && lacks_reference(c, variable)
               ? assign
               : NULL;
}
