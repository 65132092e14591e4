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

/* What USE names of its variable: this, or the part of it that the expression is about. */
static const struct node *
named_part(const struct node *use)
{
    const struct node *value = node_outer(use);
    while (value->parent != NULL && value->parent->first == value
           && ((value->parent->kind == NODE_MEMBER && value->parent->op == '.')
               || (value->parent->kind == NODE_SUBSCRIPT && value->type != NULL
                   && value->type->kind == TYPE_ARRAY)))
    {
        value = node_outer(value->parent);
    }
    return value;
}

/* Is it, or a part of it, set to what does not depend on it? */
static bool
is_only_written(const struct node *use)
{
    const struct node *part = named_part(use), *assign = part->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
           && assign->first == part;
}

/* Is it, or a part of it, no more than changed, as `n++;` and `n += size;` do? */
static bool
is_only_changed(const struct node *use)
{
    const struct node *part = named_part(use), *change = part->parent;
    return change != NULL && change->first == part && is_whole_statement(change)
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
    return use->within != NULL && use->within->body != NULL && !is_only_written(use)
           && (!use->is_address_taken || variable->type->kind == TYPE_ARRAY)
           && !is_only_changed(use) && !is_handed_on(whole_value(use))
           && !is_set_before(variable, use);
}

/* May USE change its variable?  Who has the address of a type does not. */
static bool
may_write(const struct node *use)
{
    return use->is_written
           || (use->is_address_taken && !type_is_record(use->variable->type, "PyTypeObject"));
}

static bool
is_written_in(const struct variable *variable, const bool *set)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within != NULL && set[use->within->id] && may_write(use))
        {
            return true;
        }
    }
    return false;
}

/* Is USE all that a condition asks, for NULL or 0? */
static const struct node *
zero_test(const struct node *use)
{
    const struct node *value = node_outer(use), *test = value->parent;
    if (test == NULL) {
        return NULL;
    }
    const struct node *other = test->first == value ? value->next : test->first;
    bool is_test = (test->kind == NODE_UNARY && test->op == OP_NOT)
                   || (test->kind == NODE_BINARY && test->op == OP_EQUAL && is_null(other));
    return is_test ? node_outer(test) : NULL;
}

/* Is VARIABLE set below the question `if (!VARIABLE)` that USE asks? */
static bool
is_set_on_demand(const struct variable *variable, const struct node *use)
{
    const struct node *condition = zero_test(use);
    const struct node *question = condition != NULL ? condition->parent : NULL;
    if (question == NULL || question->kind != NODE_IF || question->first != condition
        || question->parent != use->within->body)
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *other = variable->uses[i];
        if (is_plain_write(other) && is_inside(other, node_child(question, 1))) {
            return true;
        }
    }
    return false;
}

/* Does the statement of USE fill it, as `sprintf(buffer, …);` does, or is it set there? */
static bool
is_filled(const struct node *use)
{
    const struct node *value = node_outer(use), *action = value->parent;
    bool is_handed = action != NULL && action->kind == NODE_CALL && action->first != value
                     && use->variable->type->kind == TYPE_ARRAY;
    return (is_handed || is_plain_write(use)) && action->parent == use->within->body;
}

/* Does each function set VARIABLE, or set it if it is not set yet, before it does anything
 * else with it?  Then it fits whatever begins anew beside it. */
static bool
is_set_first(const struct variable *variable)
{
    const struct function *function = NULL;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == NULL || use->within->body == NULL) {
            return false;
        }
        if (use->within != function && !is_filled(use) && !is_set_on_demand(variable, use)) {
            return false;
        }
        function = use->within;
    }
    return variable->n_uses > 0;
}

/* Does FUNCTION end with a value in front of OFFSET, as where `if (ready) return module;` does? */
static bool
returns_before(const struct function *function, uint32_t offset)
{
    const struct node *node = function->body;
    for (; node != NULL && node->begin < offset; node = node_after(node, function->body)) {
        if (node->kind == NODE_RETURN && node->first != NULL && !is_null(node->first)) {
            return true;
        }
    }
    return false;
}

/* Does BODY reach NODE, a statement of it or all that one of its questions asks, in any case? */
static bool
is_always_asked(const struct node *node, const struct node *body)
{
    const struct node *parent = node->parent;
    while (parent != NULL
           && ((parent->kind == NODE_UNARY && parent->op == OP_NOT)
               || (parent->kind == NODE_BINARY
                   && (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL))
               || parent->kind == NODE_PAREN))
    {
        node = parent;
        parent = node->parent;
    }
    return parent == body
           || (parent != NULL && parent->kind == NODE_IF && parent->first == node
               && parent->parent == body);
}

/* Is VARIABLE set by the initialisation alone, for each module? */
static bool
is_set_at_import(const struct conversion *c, const struct variable *variable)
{
    const struct function *entry = c->module->entry;
    bool is_set = false;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (!may_write(use)) {
            continue;
        }
        const struct node *value = whole_value(use), *action = value->parent;
        bool is_assigned = action != NULL && action->kind == NODE_ASSIGN
                           && action->op == '=' && action->first == value;
        if (entry == NULL || use->within != entry || !is_assigned
            || !is_always_asked(action, entry->body) || returns_before(entry, use->begin))
        {
            return false;
        }
        is_set = true;
    }
    return is_set;
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
                             && is_written_in(other, functions)
                             && !is_set_first(other) && !is_set_at_import(c, other);
    }
    return guarded;
}
