#include "convert/plan/slot_calls.h"

#include <string.h>

#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"

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

struct slot_call
slot_call_at(const struct conversion *c, const struct node *callee)
{
    struct slot_call call = {NULL, NULL, 0};
    const struct node *type = callee->kind == NODE_MEMBER ? node_bare(callee->first) : NULL;
    const struct node *user = node_outer(callee)->parent;

    if (type == NULL || type->kind != NODE_NAME || type->origin != ORIGIN_FILE
        || callee->origin != ORIGIN_FILE || moving(c, type->variable) == NULL
        || user == NULL || user->kind != NODE_CALL || node_bare(user->first) != callee)
    {
        return call;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        if (strcmp(slots[i].name, callee->text) == 0) {
            const struct function *function = slot_function(c, type->variable, callee->text);
            if (function != NULL && function->body != NULL
                && is_declared_above(function, callee))
            {
                call = (struct slot_call){function, slots[i].type, callee->end};
            }
        }
    }
    return call;
}

struct slot_call
slot_call_of(const struct conversion *c, const struct mention *mention)
{
    const struct node *callee =
        mention->node != NULL ? node_outer(mention->node)->parent : NULL;
    if (mention->variable == NULL || mention->within == NULL || mention->in_macro != NULL
        || callee == NULL || callee->kind != NODE_MEMBER
        || mention->member == mention->end)
    {
        return (struct slot_call){NULL, NULL, 0};
    }
    return slot_call_at(c, callee);
}
