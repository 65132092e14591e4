#include "extension/taken_pointer.h"

#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/lock.h"

const struct variable *
taken_local(const struct node *node)
{
    const struct node *value = node_outer(node), *parent = value->parent;
    const struct variable *local =
        parent != NULL && parent->kind == NODE_VARIABLE ? parent->variable
        : parent != NULL && parent->kind == NODE_ASSIGN && parent->op == '='
                && parent->first != value
            ? node_variable(parent->first)
            : NULL;
    return local != NULL && local->storage == STORAGE_AUTOMATIC && !local->is_parameter
                   && local->type->kind == TYPE_POINTER
               ? local
               : NULL;
}

const struct node *
taken_followed(const struct extension *extension, const struct variable *local,
               const struct node *node)
{
    const struct node *found = NULL;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        const struct node *set = node_outer(use)->parent;
        bool is_target = set != NULL && set->kind == NODE_ASSIGN && set->first == node_outer(use);
        if (is_target && node->begin >= set->begin && node->end <= set->end) {
            continue;
        }
        if (is_target || use->is_address_taken || node_is_locked(use)) {
            if (!node_is_asked(use)) {
                return NULL;
            }
            continue;
        }
        if (found == NULL && !node_is_asked(use) && use->origin != ORIGIN_MACRO
            && node_flows_to(node, use) && node_may_race(extension, use))
        {
            found = use;
        }
    }
    return found;
}
