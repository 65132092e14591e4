#include "convert/plan/counted_ways.h"

#include "convert/facts/handed_references.h"
#include "convert/facts/nodes.h"
#include "convert/plan/value_ownership.h"

/* Is CONDITION true of each object in VARIABLE: `v`, `v != NULL`? */
static bool
asks_for_object(const struct node *condition, const struct variable *variable)
{
    condition = node_bare(condition);
    if (condition != NULL && condition->kind == NODE_BINARY && condition->op == OP_NOT_EQUAL) {
        const struct node *left = node_bare(condition->first);
        const struct node *right = node_bare(condition->first->next);
        condition = is_null(right) ? left : is_null(left) ? right : NULL;
    }
    return condition != NULL && condition->kind == NODE_NAME
           && condition->variable == variable;
}

/* Is VARIABLE given its object in BRANCH, in front of USE? */
static bool
is_given_in(const struct variable *variable, const struct node *branch, const struct node *use)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *target = variable->uses[i], *assign = target->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == target
            && is_inside(assign, branch) && assign->begin < use->begin)
        {
            return true;
        }
    }
    return false;
}

/* The branch around USE, of VARIABLE, and not around STORE that other ways leave out; or NULL. */
static const struct node *
left_out(const struct node *use, const struct variable *variable, const struct node *store)
{
    const struct node *child = use;
    for (const struct node *n = use->parent; n != NULL && !is_inside(store, child);
         child = n, n = n->parent)
    {
        bool is_branch = (n->kind == NODE_IF || n->kind == NODE_SWITCH) && n->first != child;
        bool is_object = n->kind == NODE_IF && n->first->next == child
                         && asks_for_object(n->first, variable);
        if (is_branch && !is_object) {
            return child;
        }
    }
    return NULL;
}

/* Is the reference that is taken where USE stands one that STORE may be for? */
static bool
may_be_for(const struct conversion *c, const struct node *use, const struct node *store)
{
    return use->within == store->within && is_increment(use) && !is_returned(use)
           && !is_handed_over(c, use)
           && (use->begin < store->begin ? runs_on_to(use, store) : runs_on_to(store, use));
}

enum ways { WAYS_NONE, WAYS_SOME, WAYS_ALL };

/* On which ways to STORE, and from it, is a reference to what VARIABLE has taken? */
static enum ways
ways_counted(const struct conversion *c, const struct variable *variable,
             const struct node *store)
{
    enum ways result = WAYS_NONE;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *branch =
            may_be_for(c, use, store) ? left_out(use, variable, store) : NULL;
        if (branch == NULL && may_be_for(c, use, store)) {
            return WAYS_ALL;
        }
        if (branch != NULL) {
            if (is_given_in(variable, branch, use)) {
                return WAYS_ALL; /* what it has on other ways may be new */
            }
            result = WAYS_SOME;
        }
    }
    return result;
}

bool
is_counted_on_some_ways(const struct conversion *c, const struct variable *variable,
                        const struct node *assign)
{
    const struct node *value = node_bare(assign->first->next);
    const struct variable *local =
        value->kind == NODE_NAME && value->variable != NULL
                && value->variable->storage == STORAGE_AUTOMATIC
            ? value->variable
            : NULL;
    enum ways by_local = local != NULL ? ways_counted(c, local, assign) : WAYS_NONE;
    enum ways by_target = by_local != WAYS_ALL ? ways_counted(c, variable, assign) : WAYS_NONE;
    return local != NULL && by_local != WAYS_ALL && by_target != WAYS_ALL
           && (by_local == WAYS_SOME || by_target == WAYS_SOME);
}
