/* Arrays of objects that are allocated at run time: `static PyObject **errors;`.  The
 * state keeps their length beside them, so that the module can visit what is in them,
 * give it up, and free them. */
#include "convert/plan/vectors.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/grown_vectors.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "model/resource.h"

const struct resource *
vector_allocator(const struct node *call)
{
    const struct resource *given = resource_of(call_name(call));
    return given != NULL && given->zeroing != NULL ? given : NULL;
}

/* Can it be evaluated twice? */
static bool
is_plain_value(const struct node *value)
{
    for (const struct node *n = value; n != NULL; n = node_after(n, value)) {
        if (n->kind == NODE_SIZEOF || n->kind == NODE_NUMBER || n->kind == NODE_PAREN
            || n->kind == NODE_BINARY || n->kind == NODE_CAST
            || (n->parent != NULL && n->parent->kind == NODE_SIZEOF))
        {
            continue;
        }
        if (n->kind != NODE_NAME || n->is_written) {
            return false;
        }
    }
    return value->origin == ORIGIN_FILE;
}

const struct node *
vector_count(const struct node *call)
{
    const struct node *one = node_bare(call_argument(call, 0));
    const struct node *two = node_bare(call_argument(call, 1));
    if (one != NULL && two == NULL && one->kind == NODE_BINARY && one->op == '*') {
        two = node_bare(one->first->next);
        one = node_bare(one->first);
    }
    if (one == NULL || two == NULL
        || (one->kind == NODE_SIZEOF) == (two->kind == NODE_SIZEOF))
    {
        return NULL;
    }
    const struct node *count = one->kind == NODE_SIZEOF ? two : one;
    return is_plain_value(count) ? count : NULL;
}

const struct node *
only_value(const struct variable *variable)
{
    const struct node *value = variable_only_object(variable);
    const struct node *assign = value != NULL ? value->parent : NULL;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->first->next == value
                   && assign->first->origin == ORIGIN_FILE
               ? value
               : NULL;
}

/* Is VARIABLE handed to a function of its own kind that frees? */
static bool
is_freed(const struct variable *variable, const struct resource *allocator)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = node_outer(variable->uses[i])->parent;
        if (node != NULL && node->kind == NODE_CALL
            && (strcmp(call_name(node), allocator->releaser) == 0
                || strstr(call_name(node), "ealloc") != NULL))
        {
            return true;
        }
    }
    return false;
}

const struct node *
vector_allocation(const struct variable *variable)
{
    const struct type *type = variable->type;
    if (type->kind != TYPE_POINTER || type->target == NULL
        || !type_is_object_pointer(type->target))
    {
        return NULL;
    }
    const struct node *value = node_bare(only_value(variable));
    const struct resource *allocator =
        value != NULL && value->kind == NODE_CALL ? vector_allocator(value) : NULL;
    return allocator != NULL && value->origin == ORIGIN_FILE
                   && vector_count(value) != NULL && !is_freed(variable, allocator)
               ? value
               : NULL;
}

bool
is_vector(const struct conversion *c, const struct variable *variable)
{
    const char *ignored;
    return vector_allocation(variable) != NULL
           || (c->rung != RUNG_STATIC_DATA && length_of_grown(variable, &ignored) != NULL);
}

bool
has_vectors(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_VECTOR) {
            return true;
        }
    }
    return false;
}

/* --- where they are allocated --------------------------------------------------------- */

static const struct node *
size_of(const struct node *call)
{
    for (const struct node *n = call; n != NULL; n = node_after(n, call)) {
        if (n->kind == NODE_SIZEOF) {
            return n;
        }
    }
    return NULL;
}

void
plan_vectors(struct conversion *c)
{
    struct allocated_vectors *list = ARENA_NEW(c->arena, struct allocated_vectors);
    *list = (struct allocated_vectors){0};
    c->vectors = list;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        const struct node *call = plan != NULL && plan->kind == FIELD_VECTOR
                                      ? vector_allocation(plan->variable)
                                      : NULL;
        if (call == NULL) {
            continue;
        }
        const struct node *statement = node_statement(call);
        while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
            statement = statement->parent;
        }
        if (statement->parent == NULL || statement->origin != ORIGIN_FILE) {
            refuse_at(c, "lifetime-not-converted", call, plan->variable->name,
                      "'%s' is allocated inside a macro", plan->variable->name);
            continue;
        }
        ARENA_ADD(c->arena, list->items, list->n_items, list->capacity,
                  &(struct allocated_vector){
                      plan, call, vector_count(call), size_of(call), statement});
    }
}
