/* Where each heap type is made: in the place of its PyType_Ready, or, where its first use
 * filled it in or comes before that, at the beginning of exec. */
#include "convert/plan/type_creations.h"

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/facts/ready_calls.h"
#include "convert/findings.h"
#include "convert/plan/early_types.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"

struct type_creations {
    struct type_creation *items;
    size_t n_items, capacity;
};

void
type_creations_begin(struct conversion *c)
{
    c->type_creations = ARENA_NEW(c->arena, struct type_creations);
}

const struct type_creation *
type_creation_at(const struct conversion *c, size_t i)
{
    return i < c->type_creations->n_items ? &c->type_creations->items[i] : NULL;
}

/* --- in the place of PyType_Ready ------------------------------------------------------- */

static bool
is_block_statement(const struct node *node)
{
    return node->parent != NULL && node->parent->kind == NODE_BLOCK;
}

/* What FUNCTION returns on failure; NULL if it cannot. */
static const char *
failure_of(const struct conversion *c, const struct function *function)
{
    if (function == c->init->setup) {
        return "-1";
    }
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    if (result == NULL || result->kind == TYPE_VOID) {
        return NULL;
    }
    return result->kind == TYPE_POINTER ? "NULL" : "-1";
}

static void
plan_ready_call(struct conversion *c, struct type_creations *all, const struct variable *type,
                const struct node *call)
{
    struct type_creation creation = {.type = type, .call = call};

    creation.test = ready_failure(call, &creation.is_success);
    const struct node *outer = creation.test != NULL ? creation.test : call;
    while (outer->parent != NULL && outer->parent->kind == NODE_PAREN) {
        outer = outer->parent;
    }
    const struct node *statement = outer->parent;
    if (statement != NULL && statement->kind == NODE_IF && statement->first == outer
        && is_block_statement(statement) && statement->origin == ORIGIN_FILE)
    {
        creation.question = statement;
    }
    else if (creation.test == NULL && is_block_statement(call)) {
        creation.failure = failure_of(c, call->within);
        if (creation.failure == NULL) {
            refuse_at(c, "type-not-converted", call, type->name,
                      "'%s' is initialised where an error cannot be reported",
                      type->name);
            return;
        }
    }
    ARENA_ADD(c->arena, all->items, all->n_items, all->capacity, &creation);
}

/* --- more than one of them for a type --------------------------------------------------- */

/* The block that NODE stands in, and BELOW it the child of that which NODE is in. */
static const struct node *
block_around(const struct node *node, const struct node **out_below)
{
    while (node->parent != NULL && node->parent->kind != NODE_BLOCK) {
        node = node->parent;
    }
    *out_below = node;
    return node->parent;
}

/* Do A and B stand in two arms of one `if`, so that one of them runs at the most? */
static bool
exclude_each_other(const struct node *a, const struct node *b)
{
    for (const struct node *arm = a; arm->parent != NULL; arm = arm->parent) {
        const struct node *choice = arm->parent;
        if (choice->kind != NODE_IF || choice->first == arm || !is_inside(b, choice)) {
            continue;
        }
        return !is_inside(b, arm) && !is_inside(b, choice->first);
    }
    return false;
}

static bool
is_repeated(const struct node *node)
{
    while (node != NULL && node->kind != NODE_FOR && node->kind != NODE_WHILE
           && node->kind != NODE_DO)
    {
        node = node->parent;
    }
    return node != NULL;
}

/* May code come to CALL by a label behind OTHER, so that it passes that over? */
static bool
is_passed_over(const struct node *other, const struct node *call)
{
    const struct node *body = call->within->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        bool is_label = n->kind == NODE_LABEL || n->kind == NODE_CASE || n->kind == NODE_DEFAULT;
        if (is_label && n->begin > other->begin && n->begin <= call->begin) {
            return true;
        }
    }
    return false;
}

/* PyType_Ready answers at once for a type that is ready: what OTHER, a call of it for the same
 * type, means to CREATION, which comes after it in the list where IS_BEHIND. */
static void
ask_other_call(struct type_creation *creation, const struct type_creation *other,
               bool is_behind)
{
    const struct node *below, *call = creation->call;
    if (other->call->within != call->within) {
        creation->may_be_made = true;
        return;
    }
    if (!is_behind || exclude_each_other(other->call, call)) {
        return;
    }
    const struct node *block = block_around(other->call, &below);
    bool is_plain = other->question == below || other->failure != NULL;
    creation->is_made |=
        is_plain && is_inside(call, block) && !is_passed_over(other->call, call)
        && text_is_balanced(call->file, other->call->begin, call->begin);
    creation->may_be_made = true;
}

/* For all, once they are known. */
static void
ask_other_calls(const struct conversion *c, struct type_creations *all)
{
    struct type_creation *items = all->items;
    for (size_t i = 0; i < all->n_items; i++) {
        const struct function *within = items[i].call->within;
        items[i].may_be_made =
            is_repeated(items[i].call) || (within != c->init->setup && within->n_uses > 1);
        for (size_t k = 0; k < all->n_items; k++) {
            if (k != i && items[k].type == items[i].type) {
                ask_other_call(&items[i], &items[k], k < i);
            }
        }
    }
}

/* --- at the beginning of exec --------------------------------------------------------- */

static bool
holds_main(const struct source_file *file, const struct source_file *main)
{
    for (size_t i = 0; i < file->n_mains; i++) {
        if (file->mains[i] == main) {
            return true;
        }
    }
    return file == main;
}

bool
spec_is_known(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < type->n_declarations; i++) {
        if (holds_main(type->declarations[i].file, c->init->setup->body->file)) {
            return true;
        }
    }
    return false;
}

bool
is_created_first(const struct variable_plan *plan)
{
    return plan->kind == FIELD_TYPE && creation_place(plan) == NULL && !plan->is_sequence;
}

static void
check_spec(struct conversion *c, const struct variable *type)
{
    const struct declaration *definition = variable_declaration(type);
    if (type->storage == STORAGE_STATIC && !spec_is_known(c, type)) {
        refuse(c, "type-not-converted", definition->file, definition->name, type->name,
               "the type is %s, and '%s', which could do it, is in "
               "another file: initialise it there, or give the type external linkage",
               plan_of_variable(c, type)->early != NULL ? "used before it is initialised"
                                                        : "never initialised",
               c->init->setup->name);
    }
}

void
plan_type_creations(struct conversion *c)
{
    if (c->init->setup == NULL || c->init->setup->body == NULL) {
        return;
    }
    struct type_creations *all = ARENA_NEW(c->arena, struct type_creations);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        for (size_t k = 0;
             plan != NULL && plan->kind == FIELD_TYPE && plan->early == NULL
             && k < variable->n_uses; k++)
        {
            const struct function *within = variable->uses[k]->within;
            const struct node *call = ready_call(variable->uses[k]);
            if (call != NULL && within != NULL && plan_of_function(c, within)->belongs) {
                plan_ready_call(c, all, variable, call);
            }
        }
    }
    ask_other_calls(c, all);
    c->type_creations = all;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->stages->fields[i]);
        if (plan != NULL && is_created_first(plan)) {
            check_spec(c, c->stages->fields[i]);
        }
    }
}
