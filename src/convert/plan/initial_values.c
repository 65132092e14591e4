/* Initial values of moved variables: the exec function assigns them to the fields of
 * the state. */
#include "convert/plan/initial_values.h"

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/early_types.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"

static bool
begins_by_parts(const struct variable *variable)
{
    uint8_t kind = variable->type->kind;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        if (!item_is_null(&variable->initializers[i])
            && (kind == TYPE_ARRAY || kind == TYPE_RECORD)) {
            return true;
        }
    }
    return false;
}

bool
has_initial_values(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE) {
            continue;
        }
        if (plan->constant != NULL || begins_whole(variable) || begins_by_parts(variable)) {
            return true;
        }
    }
    return false;
}

static const struct variable_plan *
moved_type(const struct conversion *c, const struct node *value)
{
    const struct node *referent = node_referent(value);
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan : NULL;
}

const struct variable_plan *
moved_type_in(const struct conversion *c, const struct initializer *item)
{
    return moved_type(c, item->value);
}

bool
is_object_address(const struct conversion *c, const struct node *value,
                  const struct variable_plan **out_type)
{
    const struct node *referent = node_referent(value);
    const struct type *kind =
        referent != NULL && referent->kind == NODE_NAME && referent->variable != NULL
                && referent != node_bare(value)
            ? referent->variable->type
            : NULL;
    *out_type = moved_type(c, value);
    return *out_type != NULL
           || (kind != NULL && kind->kind == TYPE_RECORD && kind->record != NULL
               && record_is_object(kind->record));
}

bool
begins_with_object(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *type;
    return variable->initial != NULL && begins_whole(variable) && !is_reassigned(variable)
           && is_object_address(c, variable->initial, &type);
}

const struct node *
ready_statement(const struct variable_plan *type)
{
    const struct node *statement = creation_place(type);
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    if (statement->parent == NULL || statement->parent->origin != ORIGIN_FILE
        || statement->origin != ORIGIN_FILE)
    {
        return NULL;
    }
    bool is_question = statement->kind == NODE_IF && node_child(statement, 2) == NULL
                       && leaves(node_child(statement, 1));
    return is_question || statement->kind >= NODE_NAME ? statement : NULL;
}

bool
begins_whole(const struct variable *variable)
{
    const struct node *initial = variable->initial;
    return initial != NULL && variable->type->kind != TYPE_ARRAY
           && variable->type->kind != TYPE_RECORD && initial->kind != NODE_INIT_LIST
           && !is_zero_in_each_build(initial);
}

/* Does C++ compute the initial value of VARIABLE when its function first runs?  At import it
 * may fail, or be another one. */
static bool
begins_at_first_run(const struct variable *variable)
{
    const struct node *initial = variable->owner != NULL ? variable->initial : NULL;
    for (const struct node *n = initial; n != NULL; n = node_after(n, initial)) {
        bool is_local = n->kind == NODE_NAME && n->variable != NULL
                        && n->variable->storage == STORAGE_AUTOMATIC;
        if (n->kind == NODE_CALL || is_local) {
            return true;
        }
    }
    return false;
}

/* TYPE, which TABLE begins with, gets there when it is made, if that is later. */
static void
check_part(struct conversion *c, const struct variable *table, const struct variable_plan *type)
{
    if (type != NULL && creation_place(type) != NULL && ready_statement(type) == NULL) {
        refuse_at(c, "type-not-converted", type->ready, type->variable->name,
                  "'%s' is in the table '%s', but is only initialised here, after the table is "
                  "filled",
                  type->variable->name, table->name);
    }
}

static void
check_parts(struct conversion *c, const struct variable *table)
{
    uint8_t kind = table->type->kind;
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (item_is_null(item) || (kind != TYPE_ARRAY && kind != TYPE_RECORD)) {
            continue;
        }
        check_part(c, table, moved_type_in(c, item));
    }
}

/* Does NODE, part of an initial value, come from the module state? */
static bool
comes_from_state(const struct conversion *c, const struct node *node)
{
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        if (at->kind == NODE_SIZEOF) {
            return false;
        }
    }
    const struct variable_plan *moved =
        node->kind == NODE_NAME && node->variable != NULL ? moving(c, node->variable) : NULL;
    return (moved != NULL && moved->kind != FIELD_TYPE) /* tables of types: tables.c */
           || (node->kind == NODE_CALL && node->function != NULL
               && plan_of_function(c, node->function)->needs_state);
}

/* A local static that stays is computed once, from the state of the module that is first there:
 * its address, or its value. */
static void
check_kept_local(struct conversion *c, const struct variable *variable)
{
    const struct node *initial = variable->initial;
    if (variable->owner == NULL || initial == NULL || !variable_is_static(variable)
        || !plan_of_variable(c, variable)->belongs || moving(c, variable) != NULL)
    {
        return;
    }
    for (const struct node *n = initial; n != NULL; n = node_after(n, initial)) {
        if (comes_from_state(c, n)) {
            refuse_at(c, "state-not-converted", initial, variable->name,
                      "'%s' stays static, but its initial value comes from the state of the "
                      "module that runs '%s' first; make it a local of each call",
                      variable->name, variable->owner->name);
            return;
        }
    }
}

void
check_initial_values(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        check_kept_local(c, c->source->variables[i]);
    }
    for (size_t i = 0; c->init->setup != NULL && i < c->source->n_variables; i++) {
        const struct variable *variable = c->stages->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE || plan->group == GROUP_TYPES) {
            continue;
        }
        check_parts(c, variable);
        if (begins_at_first_run(variable)) {
            refuse_at(c, "state-not-converted", variable->initial, variable->name,
                      "the initial value of '%s' is computed when '%s' first runs, not at "
                      "import; assign it in the function where it is not set yet",
                      variable->name, variable->owner->name);
        }
        else if (plan->kind == FIELD_OBJECT && begins_with_object(c, variable)) {
            check_part(c, variable, moved_type(c, variable->initial));
        }
        else if (plan->kind == FIELD_OBJECT && begins_whole(variable)
                 && !is_null(variable->initial))
        {
            refuse_at(c, "lifetime-not-converted", variable->initial, variable->name,
                      "the initial value of '%s' is owned by something else",
                      variable->name);
        }
    }
}
