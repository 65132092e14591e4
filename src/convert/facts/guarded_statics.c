/* Variables whose values go with the value of another one: `if (!ready) { cache = …; ready = 1; }`.
 * If one is kept and the others begin anew with each module, they do not fit any more. */
#include "convert/facts/guarded_statics.h"

#include "convert/facts/nodes.h"
#include "convert/facts/reached_functions.h"

/* The value that USE, a part of it, or what it points to is. */
static const struct node *
whole_value(const struct node *use)
{
    const struct node *node = node_outer(use);
    while (node->parent != NULL && node->parent->first == node
           && (node->parent->kind == NODE_MEMBER || node->parent->kind == NODE_SUBSCRIPT))
    {
        node = node_outer(node->parent);
    }
    return node;
}

/* Is it no more than handed to foreign code, or given back? */
static bool
is_handed_on(const struct node *value)
{
    const struct node *parent = value->parent;
    bool is_argument =
        parent != NULL && parent->kind == NODE_CALL && parent->first != value;
    return (is_argument && parent->function != NULL && !parent->function->in_project)
           || (parent != NULL && parent->kind == NODE_RETURN);
}

static bool
is_plain_write(const struct node *use)
{
    const struct node *value = node_outer(use);
    const struct node *assign = value->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
           && assign->first == value;
}

/* Is it no more than changed, as `n++;` and `n += size;` do? */
static bool
is_only_changed(const struct node *use)
{
    const struct node *value = node_outer(use), *change = value->parent;
    return change != NULL && change->first == value && is_whole_statement(change)
           && (change->kind == NODE_ASSIGN
               || (change->kind == NODE_UNARY
                   && (change->op == OP_INCREMENT || change->op == OP_DECREMENT)));
}

/* Is VARIABLE set in any case in front of USE, in the same function? */
static bool
is_set_before(const struct variable *variable, const struct node *use)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *other = variable->uses[i];
        if (other->within != use->within || other->file != use->file
            || other->begin >= use->begin || !is_plain_write(other))
        {
            continue;
        }
        const struct node *assign = node_outer(other)->parent;
        if (assign->parent == use->within->body) {
            return true;
        }
    }
    return false;
}

static bool
is_test(const struct variable *variable, const struct node *use)
{
    return use->within != NULL && use->within->body != NULL && !is_plain_write(use)
           && (!use->is_address_taken || variable->type->kind == TYPE_ARRAY)
           && !is_only_changed(use) && !is_handed_on(whole_value(use))
           && !is_set_before(variable, use);
}

static bool
is_written_in(const struct variable *variable, const bool *set)
{
    bool is_type = type_is_record(variable->type, "PyTypeObject");
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within != NULL && set[use->within->id]
            && (use->is_written || (use->is_address_taken && !is_type)))
        {
            return true;
        }
    }
    return false;
}

const bool *
guarded_statics(const struct conversion *c, const struct variable *variable)
{
    const struct source *source = c->source;
    bool *functions = ARENA_ARRAY(c->arena, bool, source->n_functions + 1);
    bool *guarded = ARENA_ARRAY(c->arena, bool, source->n_variables + 1);
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (is_test(variable, variable->uses[i])) {
            functions[variable->uses[i]->within->id] = true;
        }
    }
    add_callers(source, functions);
    add_callees(source, functions);
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *other = source->variables[i];
        guarded[other->id] = other != variable && other->type != NULL
                             && variable_is_static(other)
                             && is_written_in(other, functions);
    }
    return guarded;
}
