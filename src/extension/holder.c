#include "extension/holder.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/references.h"

bool
node_is_holder(const struct node *node, const struct holder *holder)
{
    if (node->kind == NODE_NAME) {
        return holder->variable != NULL && node->variable == holder->variable;
    }
    if (holder->record == NULL || node->kind != NODE_MEMBER
        || !string_equal(node->text, holder->member))
    {
        return false;
    }
    const struct type *type = member_object_type(node);
    while (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL && type->record == holder->record;
}

/* The assignment to what NODE means, or NULL. */
static const struct node *
assignment_to(const struct node *node)
{
    const struct node *outer = node_outer(node), *parent = outer->parent;
    return parent != NULL && parent->kind == NODE_ASSIGN && parent->first == outer ? parent
                                                                                   : NULL;
}

/* Does NODE go to another holder as it is? */
static bool
is_shared(const struct node *node)
{
    const struct node *outer = node_outer(node), *parent = outer->parent;
    const struct node *target = parent != NULL && parent->kind == NODE_ASSIGN
                                        && parent->first != outer
                                    ? node_bare(parent->first)
                                    : NULL;
    return target != NULL
           && (target->kind != NODE_NAME || target->variable == NULL
               || variable_is_static(target->variable));
}

static bool
is_clear(const struct source *source, const struct node *statement)
{
    return statement->kind == NODE_DO && strcmp(node_use(source, statement), "Py_CLEAR") == 0;
}

bool
holder_is_cleared(const struct source *source, const struct node *statement,
                  const struct holder *holder)
{
    const struct node *n = is_clear(source, statement) ? statement : NULL;
    while (n != NULL && !node_is_holder(n, holder)) {
        n = node_after(n, statement);
    }
    return n != NULL;
}

bool
node_is_cleared(const struct source *source, const struct node *node)
{
    while (node != NULL && !is_clear(source, node)) {
        node = node->parent;
    }
    return node != NULL;
}

bool
holder_keeps_object(const struct source *source, const struct holder *holder,
                    const struct function *function)
{
    uint32_t first = UINT32_MAX, written = 0;
    size_t n_writes = 0;
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        const struct node *parent = n->parent;
        if (!node_is_holder(n, holder) || node_is_cleared(source, n)) {
            continue;
        }
        if ((parent != NULL && parent->kind == NODE_UNARY && parent->op == OP_ADDRESS)
            || is_shared(n))
        {
            return false;
        }
        if (assignment_to(n) == NULL) {
            first = n->begin < first ? n->begin : first;
        }
        else if (n->origin == ORIGIN_MACRO || ++n_writes > 1) {
            return false;
        }
        else {
            written = n->begin;
        }
    }
    return n_writes == 0 || written < first;
}

/* Does the caller own what FUNCTION returns, unless that is NULL? */
static bool
returns_new(const struct extension *extension, const struct function *function)
{
    const struct ownership *ownership = function_ownership(extension, function);
    bool is_new = ownership != NULL && ownership->n_ends > 0;
    for (size_t i = 0; is_new && i < ownership->n_ends; i++) {
        is_new = ownership->ends[i].result == RESULT_NEW
                 || (ownership->ends[i].result == RESULT_NUMBER
                     && ownership->ends[i].number == 0);
    }
    return is_new;
}

static bool
gives_new(const struct extension *extension, const struct node *value)
{
    value = node_bare(value);
    if (value == NULL || value->kind != NODE_CALL || value->function == NULL) {
        return value != NULL && node_is_null(value);
    }
    return value->function->in_project
               ? returns_new(extension, value->function)
               : string_starts(call_name(value), "Py")
                     && reference_given_by(call_name(value)) == REFERENCE_NEW;
}

static bool
is_local(const struct node *value)
{
    const struct variable *variable = node_variable(value);
    return variable != NULL && variable->storage == STORAGE_AUTOMATIC
           && !variable->is_parameter;
}

/* Is what initialisation stores there a new reference, or, if LOCALS_COUNT, a local's? */
static bool
gets_new(const struct extension *extension, const struct holder *holder, bool locals_count)
{
    const struct source *source = extension->source;
    bool is_stored = false;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (function->body == NULL || !function_runs_only_at_import(extension, function)) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            const struct node *assign =
                node_is_holder(n, holder) ? assignment_to(n) : NULL;
            if (assign != NULL && !gives_new(extension, assign->first->next)
                && !(locals_count && is_local(assign->first->next)))
            {
                return false;
            }
            is_stored |= assign != NULL;
        }
    }
    return is_stored;
}

bool
holder_owns_object(const struct extension *extension, const struct holder *holder)
{
    return gets_new(extension, holder, false);
}

bool
holder_is_counted(const struct extension *extension, const struct holder *holder)
{
    return gets_new(extension, holder, true);
}
