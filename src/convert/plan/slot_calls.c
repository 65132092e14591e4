#include "convert/plan/slot_calls.h"

#include <string.h>

#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"
#include "extension/concurrency.h"

static const struct {
    const char *name, *type;
} slots[] = {
    {"tp_clear", "inquiry"},
    {"tp_dealloc", "destructor"},
    {"tp_finalize", "destructor"},
    {"tp_traverse", "traverseproc"},
};

enum { MAX_BASES = 16 };

/* The function in the slot NAME of TYPE, or inherited from a type of the module. */
static const struct function *
slot_function(const struct conversion *c, const struct variable *type, const char *name)
{
    for (int depth = 0; type != NULL && depth < MAX_BASES; depth++) {
        const struct node *value = slot_value(c, type, name);
        if (value != NULL) {
            const struct node *referent = node_referent(value);
            return referent != NULL && referent->kind == NODE_NAME ? referent->function
                                                                   : NULL;
        }
        type = own_base(c, type);
    }
    return NULL;
}

/* Do neither TYPE nor its bases, all of the module, have the slot NAME?  Then it is that of
 * object. */
static bool
is_slot_of_object(const struct conversion *c, const struct variable *type, const char *name)
{
    for (int depth = 0; depth < MAX_BASES; depth++) {
        if (slot_value(c, type, name) != NULL) {
            return false;
        }
        if (base_of(c, type) == NULL) {
            return true;
        }
        type = own_base(c, type);
        if (type == NULL) {
            return false;
        }
    }
    return false;
}

static bool
is_declared_above(const struct function *function, const struct node *node)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *d = &function->declarations[i];
        if (d->file == node->file && d->begin < node->begin) {
            return true;
        }
    }
    return false;
}

/* The type that moves and whose slot NODE, `T` or `T.tp_base`, leads to; NULL. */
static const struct variable *
type_at(const struct conversion *c, const struct node *node)
{
    bool is_base = node->kind == NODE_MEMBER && strcmp(node->text, "tp_base") == 0;
    const struct node *name = is_base && node->first != NULL ? node_bare(node->first) : node;
    if (name->kind != NODE_NAME || name->origin != ORIGIN_FILE
        || moving(c, name->variable) == NULL)
    {
        return NULL;
    }
    return is_base ? own_base(c, name->variable) : name->variable;
}

struct slot_call
slot_call_at(const struct conversion *c, const struct node *callee)
{
    const struct slot_call none = {.type = NULL};
    const struct node *object =
        callee->kind == NODE_MEMBER && callee->first != NULL ? node_bare(callee->first) : NULL;
    const struct node *user = node_outer(callee)->parent;
    const struct variable *type = object != NULL ? type_at(c, object) : NULL;

    if (type == NULL || callee->origin != ORIGIN_FILE || user == NULL
        || user->kind != NODE_CALL || node_bare(user->first) != callee)
    {
        return none;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        if (strcmp(slots[i].name, callee->text) != 0) {
            continue;
        }
        const struct function *function = slot_function(c, type, callee->text);
        if (function != NULL && function->body != NULL && is_declared_above(function, callee)) {
            return (struct slot_call){function, slots[i].type, NULL, callee->end};
        }
        const struct node *instance = node_bare(call_argument(user, 0));
        if (strcmp(callee->text, "tp_dealloc") == 0 && instance != NULL
            && instance->kind == NODE_NAME && is_slot_of_object(c, type, callee->text))
        {
            return (struct slot_call){NULL, slots[i].type, instance, callee->end};
        }
    }
    return none;
}

struct slot_call
slot_call_of(const struct conversion *c, const struct mention *mention)
{
    const struct node *callee =
        mention->node != NULL ? node_outer(mention->node)->parent : NULL;
    if (callee != NULL && callee->kind == NODE_MEMBER && strcmp(callee->text, "tp_base") == 0) {
        callee = node_outer(callee)->parent;
    }
    if (mention->variable == NULL || mention->within == NULL || mention->in_macro != NULL
        || callee == NULL || callee->kind != NODE_MEMBER
        || mention->member == mention->end)
    {
        return (struct slot_call){.type = NULL};
    }
    return slot_call_at(c, callee);
}

enum base_call
base_call_at(const struct conversion *c, const struct function *function,
             const struct node *call, const char *name)
{
    const struct node *callee = call->kind == NODE_CALL ? node_bare(call->first) : NULL;
    const struct node *base =
        callee != NULL && callee->kind == NODE_MEMBER && strcmp(callee->text, name) == 0
            ? node_origin(callee->first)
            : NULL;
    bool is_own = false, is_other = false;
    if (base == NULL || base->kind != NODE_MEMBER || strcmp(base->text, "tp_base") != 0
        || slot_call_at(c, callee).type != NULL)
    {
        return CALLS_NO_BASE;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE
            || slot_function(c, plan->variable, name) != function)
        {
            continue;
        }
        is_own |= own_base(c, plan->variable) != NULL;
        is_other |= own_base(c, plan->variable) == NULL;
    }
    return is_own && is_other ? CALLS_EITHER : is_own ? CALLS_OWN_BASE : CALLS_NO_BASE;
}
