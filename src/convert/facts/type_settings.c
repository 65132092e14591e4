/* Whether a static type is given a field in each import, so that its spec can say so. */
#include "convert/facts/type_settings.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/ready_calls.h"
#include "extension/expression.h"

/* Is TYPE made, or one of a table of types, within NODE? */
static bool
makes_type(const struct variable *type, const struct node *node)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *call = ready_call(type->uses[i]);
        if (call != NULL && is_inside(call, node)) {
            return true;
        }
    }
    return false;
}

static bool
mentions(const struct node *node, const struct variable *variable)
{
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        if (n->kind == NODE_NAME && n->variable == variable) {
            return true;
        }
    }
    return false;
}

/* Is there an assignment to VARIABLE within NODE? */
static bool
sets(const struct node *node, const struct variable *variable)
{
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        if (n->kind == NODE_ASSIGN && node_bare(n->first)->variable == variable
            && node_bare(n->first)->kind == NODE_NAME)
        {
            return true;
        }
    }
    return false;
}

/* `if (!flag) { …; flag = 1; }`: what the first import does. */
static bool
is_first_time(const struct node *condition, const struct node *branch)
{
    const struct node *test = node_bare(condition);
    bool is_zero = test->kind == NODE_UNARY && test->op == OP_NOT;
    if (test->kind == NODE_BINARY && test->op == OP_EQUAL) {
        const struct node *right = node_bare(test->first->next);
        is_zero = is_null(right) || (right->has_value && right->value == 0);
    }
    const struct node *flag = is_zero ? node_bare(test->first) : NULL;
    return flag != NULL && flag->kind == NODE_NAME && flag->variable != NULL
           && variable_is_static(flag->variable) && sets(branch, flag->variable);
}

static bool
makes_module(const struct node *value)
{
    const struct node *call = value != NULL ? node_bare(value) : NULL;
    return call != NULL && call->kind == NODE_CALL
           && string_starts(call_name(call), "PyModule_Create");
}

/* Is LOCAL the module that the function makes? */
static bool
is_new_module(const struct variable *local)
{
    for (size_t i = 0; local != NULL && i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == local->uses[i]
            && makes_module(assign->first->next))
        {
            return true;
        }
    }
    return local != NULL && makes_module(local->initial);
}

/* `if (m != NULL)` of the module, `if (PyType_Ready(&Spam_Type) == 0)`: does the import fail
 * in the other case? */
static bool
is_test_of_success(const struct node *condition)
{
    const struct node *test = node_bare(condition);
    if (test->kind == NODE_NAME) {
        return is_new_module(test->variable);
    }
    const struct node *left =
        test->kind == NODE_BINARY || test->kind == NODE_UNARY ? node_bare(test->first) : NULL;
    if (left == NULL) {
        return false;
    }
    bool is_success;
    if (left->kind == NODE_CALL && strcmp(call_name(left), "PyType_Ready") == 0
        && ready_failure(left, &is_success) == test)
    {
        return is_success;
    }
    return test->kind == NODE_BINARY && test->op == OP_NOT_EQUAL && is_null(test->first->next)
           && left->kind == NODE_NAME && is_new_module(left->variable);
}

/* Does BRANCH of an `if` STATEMENT run in each import that does not fail, as far as what it is
 * for, TYPE, was not done before? */
static bool
is_sure_branch(const struct variable *type, const struct node *statement,
               const struct node *branch)
{
    const struct node *condition = statement->first;
    const struct node *other = condition->next->next;
    return branch == condition->next && (other == NULL || leaves(other))
           && (mentions(condition, type) || is_first_time(condition, branch)
               || is_test_of_success(condition));
}

/* Is CHILD of PARENT run only for some values of what stands in front of it? */
static bool
is_branch_of(const struct variable *type, const struct node *parent, const struct node *child)
{
    if (parent->first == child) {
        return false;
    }
    switch (parent->kind) {
    case NODE_IF:
        return !is_sure_branch(type, parent, child);
    case NODE_BINARY:
        return parent->op == OP_AND && !mentions(parent->first, type)
               && !is_test_of_success(parent->first);
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_SWITCH:
    case NODE_CONDITIONAL:
        return true;
    default:
        return false;
    }
}

/* The outermost branch around NODE that not each import takes; NULL: there is none.  One in which
 * TYPE is MADE is no such. */
static const struct node *
unsure_branch(const struct variable *type, const struct node *node, bool made)
{
    const struct node *child = node, *result = NULL;
    for (const struct node *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        if (is_branch_of(type, parent, child) && !(made && makes_type(type, child))) {
            result = child;
        }
    }
    return result;
}

/* Does FUNCTION run in each import?  Calls of calls: DEPTH of them are followed. */
static bool
is_surely_called(const struct variable *type, const struct function *function, bool made,
                 int depth)
{
    bool is_called = false;
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        if (call == NULL || call->within == NULL) {
            continue; /* a slot, or a table of functions that are called */
        }
        is_called = true;
        if (unsure_branch(type, call, made) == NULL
            && (depth == 0 || is_surely_called(type, call->within, made, depth - 1)))
        {
            return true;
        }
    }
    return !is_called;
}

enum { MAX_CALL_DEPTH = 8 };

enum type_setting
type_setting_of(const struct conversion *c, const struct variable *type,
                const struct node *assign)
{
    if (!function_runs_only_at_import(c->extension, assign->within)) {
        return SETTING_LATER;
    }
    return unsure_branch(type, assign, true) == NULL
                   && is_surely_called(type, assign->within, true, MAX_CALL_DEPTH)
               ? SETTING_AT_IMPORT
               : SETTING_CHOSEN;
}

const struct node *
type_branch(const struct variable *type, const struct node *ready)
{
    const struct node *branch = unsure_branch(type, ready, false);
    return branch == NULL && !is_surely_called(type, ready->within, false, MAX_CALL_DEPTH)
               ? ready->within->body
               : branch;
}

bool
is_constant_value(const struct node *value)
{
    const struct node *bare = node_bare(value);
    if (bare->has_value || bare->kind == NODE_STRING || is_null(value)
        || node_text_is(value, "offsetof"))
    {
        return true;
    }
    if (bare->kind == NODE_UNARY && bare->op == OP_ADDRESS) {
        const struct node *of = node_bare(bare->first);
        while (of->kind == NODE_MEMBER && of->op == '.') {
            of = node_bare(of->first);
        }
        return of->kind == NODE_NAME
               && (of->function != NULL
                   || (of->variable != NULL && of->variable->storage != STORAGE_AUTOMATIC));
    }
    return bare->kind == NODE_NAME
           && (bare->function != NULL
               || (bare->variable != NULL && bare->variable->type->kind == TYPE_ARRAY
                   && bare->variable->storage != STORAGE_AUTOMATIC));
}
