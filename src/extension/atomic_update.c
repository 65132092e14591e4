#include "extension/atomic_update.h"

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/atomic_field.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/shared_write.h"
#include "extension/writes.h"

/* A write of a field in one atomic step. */
struct step {
    const struct node *field; /* a member; NULL: it is no such write */
    const struct node *value; /* that is stored; NULL: it is added or the like */
};

/* The member whose address POINTER is, or NULL. */
static const struct node *
addressed_member(const struct node *pointer)
{
    const struct node *bare = pointer != NULL ? node_bare(pointer) : NULL;
    const struct node *member = bare != NULL && bare->kind == NODE_UNARY
                                        && bare->op == OP_ADDRESS
                                    ? node_bare(bare->first)
                                    : NULL;
    return member != NULL && member->kind == NODE_MEMBER ? member : NULL;
}

/* Is MEMBER a field that is declared atomic? */
static bool
is_declared_atomic(const struct extension *extension, const struct node *member)
{
    const struct record *record =
        member->kind == NODE_MEMBER ? member_record(member) : NULL;
    return record != NULL && field_is_atomic(extension->source, record, member->text);
}

static struct step
step_of(const struct extension *extension, const struct node *node)
{
    struct step step = {NULL, NULL};
    bool is_stepped = node->kind == NODE_UNARY
                      && (node->op == OP_INCREMENT || node->op == OP_DECREMENT);
    if (node->kind == NODE_ASSIGN || is_stepped) {
        const struct node *member = node_bare(node->first);
        if (node->origin == ORIGIN_FILE && is_declared_atomic(extension, member)) {
            step.field = member;
            step.value = !is_stepped && node->op == '=' ? node->first->next : NULL;
        }
        return step;
    }
    if (node->kind == NODE_CALL) {
        const char *name = call_name(node);
        bool is_store = string_starts(name, "_Py_atomic_store_");
        if (is_store || string_starts(name, "_Py_atomic_add_")) {
            step.field = addressed_member(call_argument(node, 0));
            step.value = is_store ? call_argument(node, 1) : NULL;
        }
        return step;
    }
    /* The compiler's: the pointer, the memory order, the value.  What a macro of the project
     * stands for is not told. */
    static const char *const stores[] = {"__atomic_store", "__atomic_exchange", "atomic_store",
                                         "atomic_exchange", "__c11_atomic_store",
                                         "__c11_atomic_exchange"};
    static const char *const changes[] = {"__atomic_fetch_", "__atomic_add_fetch",
                                          "__atomic_sub_fetch", "__atomic_or_fetch",
                                          "__atomic_and_fetch", "atomic_fetch_",
                                          "__c11_atomic_fetch_"};
    bool is_write = node_is_atomic_write(node) && node->first->next->next->next == NULL;
    bool is_store = is_write && node_begins_with(node, stores, ARRAY_LENGTH(stores));
    if (is_store || (is_write && node_begins_with(node, changes, ARRAY_LENGTH(changes)))) {
        step.field = addressed_member(node->first);
        step.value = is_store ? node->first->next->next : NULL;
    }
    return step;
}

static bool
reads_field(const struct node *root, const struct node *field, int depth)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        const struct node *value = node->kind == NODE_NAME && node->variable != NULL
                                           && !node->variable->is_parameter && depth > 0
                                       ? variable_only_value(node->variable)
                                       : NULL;
        if ((node->kind == NODE_MEMBER && !node->is_written && nodes_are_alike(node, field))
            || (value != NULL && reads_field(value, field, depth - 1)))
        {
            return true;
        }
    }
    return false;
}

/* Is NODE in a branch that a read of FIELD decides about? */
static bool
is_decided_by(const struct node *node, const struct node *field, int depth)
{
    for (const struct node *at = node; at->parent != NULL; at = at->parent) {
        const struct node *parent = at->parent;
        if (parent->kind == NODE_IF && parent->first != at
            && reads_field(parent->first, field, depth))
        {
            return true;
        }
    }
    return false;
}

const struct node *
atomic_update_field(const struct extension *extension, const struct node *node)
{
    enum { DEPTH = 2 /* locals behind locals */ };
    struct step step = step_of(extension, node);
    if (step.field == NULL || shared_field(extension, step.field) != step.field
        || !node_may_race(extension, node))
    {
        return NULL;
    }
    bool is_constant = step.value != NULL && node_bare(step.value)->has_value;
    return (step.value != NULL && reads_field(step.value, step.field, DEPTH))
                   || (!is_constant && is_decided_by(node, step.field, DEPTH))
               ? step.field
               : NULL;
}
