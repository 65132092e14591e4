/* thread-dying-object: a place that tp_dealloc empties holds no reference; who takes one
 * from it may get an object that another thread is about to free. */
#include <string.h>

#include "checks/check.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/shared_write.h"
#include "extension/slots.h"

/* Does CONDITION compare MEMBER with the object that FUNCTION takes apart? */
static bool
compares_with_object(const struct function *function, const struct node *condition,
                     const struct node *member)
{
    for (const struct node *at = condition; at != NULL; at = node_after(at, condition))
    {
        if (at->kind != NODE_BINARY || (at->op != OP_EQUAL && at->op != OP_NOT_EQUAL)) {
            continue;
        }
        const struct node *left = at->first, *right = left->next;
        if ((nodes_are_alike(node_resolved(left), member)
             && node_is_parameter(function, node_resolved(right), 0))
            || (nodes_are_alike(node_resolved(right), member)
                && node_is_parameter(function, node_resolved(left), 0)))
        {
            return true;
        }
    }
    return false;
}

/* Is WRITE, in the tp_dealloc FUNCTION, `if (x->member == self) x->member = NULL;`?  The
 * member. */
static const struct node *
emptied_member(const struct function *function, const struct node *write)
{
    const struct node *member = write->kind == NODE_ASSIGN && write->op == '='
                                        && node_is_null(write->first->next)
                                    ? node_bare(write->first)
                                    : NULL;
    if (member == NULL || member->kind != NODE_MEMBER || member->first == NULL) {
        return NULL;
    }
    const struct node *child = write;
    for (const struct node *at = write->parent; at != NULL; child = at, at = at->parent)
    {
        if (at->kind == NODE_IF && at->first != child
            && compares_with_object(function, at->first, member))
        {
            return member;
        }
    }
    return NULL;
}

static void
check_takers(struct check *check, const struct node *member)
{
    const struct member_uses *uses = members_called(check->extension, member->text);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        const struct node *call = node_outer(node)->parent;
        if (node->within == NULL || node->within == member->within || call == NULL
            || node->first == NULL || member_record(node) != member_record(member)
            || call->kind != NODE_CALL || taken_reference(call) == NULL
            || !check_runs_without_gil(check, node->within))
        {
            continue;
        }
        struct finding *finding = check_add_node(
            check, "thread-dying-object", node, member->text,
            "%s takes a reference to '%s', which holds none: %s empties it; on a "
            "free-threaded build the object's count may already be zero, also with a "
            "lock "
            "held: use PyUnstable_TryIncRef (since Python 3.14, after "
            "PyUnstable_EnableTryIncRef), or a weak reference",
            node->within->name, member->text, member->within->name);
        finding->member = member->text;
        return;
    }
}

/* --- chains ------------------------------------------------------------------ */

/* Is NODE `self->next`, a member of the object that FUNCTION takes apart, which points to an
 * object of the same kind? */
static bool
is_own_link(const struct function *function, const struct node *node)
{
    const struct record *record =
        node->kind == NODE_MEMBER && node->op == '>' ? member_record(node) : NULL;
    return record != NULL && node->type != NULL && node->type->kind == TYPE_POINTER
           && node->type->target != NULL && node->type->target->record == record
           && node_is_parameter(function, node_resolved(node->first), 0);
}

/* Does WRITE, in the tp_dealloc FUNCTION, take the object out of a chain of objects,
 * `*link = self->next`?  The member that links them. */
static const struct node *
unlinked_member(const struct function *function, const struct node *write)
{
    const struct node *place = write->kind == NODE_ASSIGN && write->op == '='
                                   ? node_bare(write->first)
                                   : NULL;
    const struct node *value = place != NULL ? node_bare(write->first->next) : NULL;
    bool is_elsewhere =
        place != NULL
        && ((place->kind == NODE_UNARY && place->op == OP_DEREFERENCE)
            || place->kind == NODE_SUBSCRIPT
            || (place->kind == NODE_MEMBER && place->first != NULL
                && !node_is_parameter(function, node_resolved(place->first), 0))
            || (place->kind == NODE_NAME && place->variable != NULL
                && variable_is_static(place->variable)));
    return is_elsewhere && is_own_link(function, value) ? value : NULL;
}

/* Does LOCAL go along the chain that MEMBER links: `each = each->next`? */
static bool
walks_chain(const struct variable *local, const struct node *member)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = node_outer(local->uses[i]), *set = use->parent;
        const struct node *value = set != NULL && set->kind == NODE_ASSIGN && set->first == use
                                       ? node_bare(use->next)
                                       : NULL;
        if (value != NULL && value->kind == NODE_MEMBER
            && strcmp(value->text, member->text) == 0
            && member_record(value) == member_record(member)
            && node_resolved_variable(value->first) == local)
        {
            return true;
        }
    }
    return false;
}

static void
check_walkers(struct check *check, const struct node *member)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function == member->within || !check_runs_without_gil(check, function)) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *taken = taken_reference(call);
            const struct variable *local =
                taken != NULL && taken->kind == NODE_NAME ? taken->variable : NULL;
            if (local == NULL || local->is_parameter || !walks_chain(local, member)) {
                continue;
            }
            struct finding *finding = check_add_node(
                check, "thread-dying-object", call, local->name,
                "%s takes a reference to an object of the chain '%s', which holds none: %s "
                "takes it out; on a free-threaded build the object's count may already be "
                "zero, also with a lock held: use PyUnstable_TryIncRef (since Python 3.14, "
                "after PyUnstable_EnableTryIncRef), or a weak reference",
                function->name, member->text, member->within->name);
            finding->member = member->text;
            return;
        }
    }
}

static bool
is_dealloc(const struct extension *extension, const struct function *function)
{
    return first_type_with(extension, "Py_tp_dealloc", function) != NULL;
}

void
check_thread_dying_object(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->body == NULL || !is_dealloc(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            const struct node *member = emptied_member(function, node);
            const struct node *link = unlinked_member(function, node);
            if (member != NULL) {
                check_takers(check, member);
            }
            else if (link != NULL) {
                check_walkers(check, link);
                break;
            }
        }
    }
}
