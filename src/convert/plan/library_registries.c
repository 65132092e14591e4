/* Lists and tables that find an instance by a pointer of a library: `for (p = all; p->handle !=
 * handle; p = p->next)`.  The library is one for the process, and may hand out what another
 * module object has in its own list. */
#include "convert/plan/library_registries.h"

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "extension/expression.h"

/* The struct of a library, not of Python, that NODE is a pointer to; or NULL. */
static const struct record *
library_record(const struct node *node)
{
    const struct type *type = node != NULL ? node->type : NULL;
    const struct record *record = type != NULL && type->kind == TYPE_POINTER
                                          && type->target != NULL
                                          && type->target->kind == TYPE_RECORD
                                      ? type->target->record
                                      : NULL;
    return record != NULL && record->file != NULL && !record->file->is_project
                   && !record_is_object(record)
               ? record
               : NULL;
}

/* The variable at the root of MEMBER: `p` of `p->spam->handle`; NULL: it is no member. */
static const struct variable *
variable_of_member(const struct node *member)
{
    bool is_member = false;
    while (member != NULL
           && (member->kind == NODE_MEMBER || member->kind == NODE_SUBSCRIPT
               || member->kind == NODE_PAREN || member->kind == NODE_CAST))
    {
        is_member = is_member || member->kind == NODE_MEMBER;
        member = member->first;
    }
    return is_member && member != NULL && member->kind == NODE_NAME ? member->variable : NULL;
}

/* Is LOCAL given VARIABLE, or what stands in it? */
static bool
is_given(const struct variable *local, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *value = node_outer(use);
        while (value->parent != NULL
               && (value->parent->kind == NODE_SUBSCRIPT || value->parent->kind == NODE_MEMBER
                   || value->parent->kind == NODE_UNARY)
               && value->parent->first == value)
        {
            value = node_outer(value->parent);
        }
        const struct node *parent = value->parent;
        if (parent != NULL
            && ((parent->kind == NODE_VARIABLE && parent->variable == local)
                || (parent->kind == NODE_ASSIGN && parent->first != value
                    && node_bare(parent->first)->variable == local)))
        {
            return true;
        }
    }
    return false;
}

/* Does COMPARISON ask whether what VARIABLE leads to has another pointer of a library? */
static bool
searches(const struct node *comparison, const struct variable *variable)
{
    const struct node *left = node_bare(comparison->first);
    const struct node *right = node_bare(comparison->first->next);
    for (int i = 0; i < 2; i++) {
        const struct variable *root = variable_of_member(left);
        if (root != NULL && library_record(left) != NULL && right->kind == NODE_NAME
            && right->variable != NULL && right->variable->owner != NULL
            && (root == variable || is_given(root, variable)))
        {
            return true;
        }
        const struct node *other = left;
        left = right;
        right = other;
    }
    return false;
}

void
note_library_registry(struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->in_project ? function->body : NULL;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_BINARY && (n->op == OP_EQUAL || n->op == OP_NOT_EQUAL)
                && searches(n, variable))
            {
                note(c, "state-not-converted", n->file, n->begin, variable->name,
                     "'%s' is searched for what a library handed out, and each module object "
                     "has its own now: what another one made is not found; if the library "
                     "hands that out, let '%s' stay static",
                     variable->name, variable->name);
                return;
            }
        }
    }
}
