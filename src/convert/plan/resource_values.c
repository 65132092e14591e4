/* Pointers that are given nothing but what one function takes back. */
#include "convert/plan/resource_values.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/calls.h"
#include "extension/flow.h"
#include "extension/pointer_fate.h"
#include "model/freeing.h"

enum { MOST_STEPS = 3 }; /* locals and functions that hand a value on */

/* What was found so far of the values of one pointer. */
struct values {
    const struct variable *variable; /* the static */
    const struct resource *resource; /* of those that are not NULL; NULL: there was none */
};

static bool add_value(struct values *values, const struct node *value, int depth);

static bool
add_resource(struct values *values, const struct resource *resource)
{
    if (resource == NULL
        || (values->resource != NULL
            && strcmp(values->resource->releaser, resource->releaser) != 0))
    {
        return false;
    }
    if (values->resource == NULL || values->resource->zeroing == NULL) {
        values->resource = resource;
    }
    return true;
}

/* Is each value that FUNCTION, of the project, returns a resource that the caller owns? */
static bool
add_results(struct values *values, const struct function *function, int depth)
{
    const struct node *body = depth > 0 ? function->body : NULL;
    size_t n_results = 0;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && !node_is_in_lambda(n)) {
            n_results++;
            if (n->first == NULL || !add_value(values, n->first, depth - 1)) {
                return false;
            }
        }
    }
    return n_results > 0;
}

static bool
add_result(struct values *values, const struct node *call, int depth)
{
    const struct function *target = call_target(call);
    if (target != NULL && target->in_project) {
        return add_results(values, target, depth);
    }
    const struct node *returned = call_returned_argument(call);
    if (returned != NULL) {
        return add_value(values, returned, depth);
    }
    const struct resource *resized = resource_resized_by(call_name(call));
    if (resized != NULL) {
        const struct node *old = node_bare(call_argument(call, 0));
        bool is_own = old != NULL && old->kind == NODE_NAME && old->variable == values->variable;
        return (is_own || (old != NULL && is_null(old))) && add_resource(values, resized);
    }
    return add_resource(values, resource_of(call_name(call)));
}

/* Is USE of a local harmless to what the local hands on at HANDED: does it only look at it, or
 * give it back on another way? */
static bool
is_harmless(const struct node *use, const struct node *handed, const char *releaser)
{
    const struct node *parent = node_outer(use)->parent;
    bool is_target = parent != NULL && parent->kind == NODE_ASSIGN && parent->first == use
                     && parent->op == '=';
    if (is_target) {
        return true;
    }
    enum pointer_fate fate = pointer_fate(use, releaser);
    return fate == POINTER_USED
           || (fate == POINTER_RELEASED && !node_flows_to(use, handed)
               && !node_flows_to(handed, use));
}

/* The values of the local that HANDED names. */
static bool
add_local(struct values *values, const struct node *handed, int depth)
{
    const struct variable *local = handed->variable;
    if (depth == 0 || local->storage != STORAGE_AUTOMATIC || local->is_parameter) {
        return false;
    }
    if (local->initial != NULL && !add_value(values, local->initial, depth - 1)) {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i], *parent = node_outer(use)->parent;
        bool is_assigned = parent != NULL && parent->kind == NODE_ASSIGN
                           && parent->first == use && parent->op == '=';
        if (is_assigned && !add_value(values, node_child(parent, 1), depth - 1)) {
            return false;
        }
    }
    for (size_t i = 0; values->resource != NULL && i < local->n_uses; i++) {
        if (local->uses[i] != handed
            && !is_harmless(local->uses[i], handed, values->resource->releaser))
        {
            return false;
        }
    }
    return values->resource != NULL;
}

/* Is VALUE NULL, or a resource like those before it, that nobody else has? */
static bool
add_value(struct values *values, const struct node *value, int depth)
{
    const struct node *bare = node_bare(value);
    if (bare == NULL) {
        return false;
    }
    if (is_null(bare)) {
        return true;
    }
    switch (bare->kind) {
    case NODE_CALL:
        return add_result(values, bare, depth);
    case NODE_CONDITIONAL:
        return add_value(values, node_child(bare, 1), depth)
               && add_value(values, node_child(bare, 2), depth);
    case NODE_NAME:
        return bare->variable != NULL && add_local(values, bare, depth);
    default:
        return false;
    }
}

/* Does memory of TYPE hold pointers, or is it not known what it holds?  What they lead to would
 * be lost with it. */
static bool
may_lead_on(const struct type *type)
{
    if (type == NULL || type->kind == TYPE_POINTER || type->kind == TYPE_VOID) {
        return true;
    }
    const struct record *record = type->kind == TYPE_RECORD ? type->record : NULL;
    if (record != NULL && !record->is_complete) {
        return true;
    }
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (may_lead_on(type_element(record->fields[i].type))) {
            return true;
        }
    }
    return false;
}

const struct resource *
resource_in_pointer(const struct variable *variable)
{
    struct values values = {.variable = variable};
    if (variable->type->kind != TYPE_POINTER
        || (variable->initial != NULL && !is_null(node_bare(variable->initial))))
    {
        return NULL;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *assign = node_outer(use)->parent;
        if (use->is_address_taken) {
            return NULL;
        }
        if (assign == NULL || assign->kind != NODE_ASSIGN || assign->first != node_outer(use)) {
            continue;
        }
        if (assign->op != '=' || !add_value(&values, node_child(assign, 1), MOST_STEPS)) {
            return NULL;
        }
    }
    bool is_memory =
        values.resource != NULL && freeing_of(values.resource->releaser) != FREES_NOTHING;
    return is_memory && may_lead_on(variable->type->target) ? NULL : values.resource;
}
