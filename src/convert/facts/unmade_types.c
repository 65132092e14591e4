/* Uses of types that an import may not have made. */
#include "convert/facts/unmade_types.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/ready_calls.h"
#include "convert/facts/type_contents.h"
#include "convert/facts/type_fields.h"
#include "convert/facts/type_settings.h"
#include "extension/expression.h"

/* Does USE of a type only ask whether something is of it?  Nothing is of one that is not made. */
static bool
is_comparison(const struct node *use)
{
    const struct node *node = use->parent;
    while (node != NULL && node->kind >= NODE_NAME && node->kind != NODE_CALL
           && node->kind != NODE_BINARY)
    {
        node = node->parent;
    }
    if (node == NULL || node->kind < NODE_NAME) {
        return false;
    }
    if (node->kind == NODE_BINARY) {
        return node->op == OP_EQUAL || node->op == OP_NOT_EQUAL;
    }
    return strcmp(call_name(node), "Py_IS_TYPE") == 0
           || strcmp(call_name(node), "PyObject_TypeCheck") == 0
           || strcmp(call_name(node), "PyType_IsSubtype") == 0;
}

/* Where TYPE is used though the BRANCH that makes it may not have run; NULL: nowhere.  Its own
 * functions are handed an instance. */
static const struct node *
use_outside(const struct conversion *c, const struct variable *type, const struct node *branch)
{
    bool *variables = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1);
    bool *functions = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
    mark_type_contents(c->source, type, variables, functions);
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *use = type->uses[i];
        if (use->within != NULL && !functions[use->within->id] && !is_inside(use, branch)
            && !is_comparison(use) && !is_sized(use) && field_assignment(use) == NULL)
        {
            return use;
        }
    }
    return NULL;
}

static size_t
count_makings(const struct variable *type, const struct node *node)
{
    size_t n = 0;
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *call = ready_call(type->uses[i]);
        n += call != NULL && is_inside(call, node);
    }
    return n;
}

/* Does each case of the SWITCH make TYPE? */
static bool
cases_make(const struct variable *type, const struct node *statement)
{
    size_t n_labels = 0;
    bool has_default = false;
    for (const struct node *n = statement; n != NULL; n = node_after(n, statement)) {
        n_labels += n->kind == NODE_CASE || n->kind == NODE_DEFAULT;
        has_default |= n->kind == NODE_DEFAULT;
    }
    return has_default && count_makings(type, statement) >= n_labels;
}

static bool
is_making_of(const struct variable *type, const struct node *node)
{
    for (size_t i = 0; i < type->n_uses && node->kind == NODE_CALL; i++) {
        if (ready_call(type->uses[i]) == node) {
            return true;
        }
    }
    return false;
}

/* Is TYPE made on each way through NODE? */
static bool
is_made_in(const struct variable *type, const struct node *node)
{
    if (node == NULL || is_making_of(type, node)) {
        return node != NULL;
    }
    switch (node->kind) {
    case NODE_IF:
    case NODE_CONDITIONAL:
        return is_made_in(type, node->first)
               || (is_made_in(type, node_child(node, 1))
                   && is_made_in(type, node_child(node, 2)));
    case NODE_SWITCH:
        return cases_make(type, node);
    case NODE_FOR:
    case NODE_WHILE:
        return false;
    default:
        break;
    }
    for (const struct node *n = node->first; n != NULL; n = n->next) {
        if (is_made_in(type, n)) {
            return true;
        }
        if (node->kind == NODE_BINARY && node->op == OP_AND) {
            break; /* what follows may not run */
        }
    }
    return false;
}

/* Does another call of PyType_Ready make TYPE in each import, or all ways through the statement
 * of BRANCH together? */
static bool
is_made_elsewhere(const struct variable *type, const struct node *branch)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *call = ready_call(type->uses[i]);
        if (call != NULL && !is_inside(call, branch) && type_branch(type, call) == NULL) {
            return true;
        }
    }
    return is_made_in(type, branch->parent);
}

const struct node *
use_without_making(const struct conversion *c, const struct variable *type,
                   const struct node *ready)
{
    const struct node *branch = type_branch(type, ready);
    return branch != NULL && !is_made_elsewhere(type, branch) ? use_outside(c, type, branch)
                                                              : NULL;
}
