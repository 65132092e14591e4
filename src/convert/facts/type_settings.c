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
    for (const struct node *n = condition; n != NULL; n = node_after(n, condition)) {
        if (n->kind == NODE_NAME && n->variable != NULL && variable_is_static(n->variable)
            && sets(branch, n->variable))
        {
            return true;
        }
    }
    return false;
}

/* `if (m != NULL)`, `if (ok == 0)`: does the import fail in the other case? */
static bool
is_test_of_success(const struct node *condition)
{
    const struct node *test = node_bare(condition);
    if (test->kind == NODE_NAME) {
        return test->variable != NULL && test->type->kind == TYPE_POINTER
               && !variable_is_static(test->variable);
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
    return test->kind == NODE_BINARY && test->op == OP_NOT_EQUAL && is_null(test->first->next) && left->kind == NODE_NAME
           && left->variable != NULL && !variable_is_static(left->variable);
}

/* Does BRANCH of the statement IF run in each import that makes TYPE? */
static bool
is_sure_branch(const struct variable *type, const struct node *statement,
               const struct node *branch)
{
    const struct node *condition = statement->first;
    const struct node *other = condition->next->next;
    if (makes_type(type, branch)) {
        return true;
    }
    return branch == condition->next && (other == NULL || leaves(other))
           && (mentions(condition, type) || is_first_time(condition, branch)
               || is_test_of_success(condition));
}

/* Does NODE run whenever its function does, as far as TYPE is made then? */
static bool
is_sure(const struct variable *type, const struct node *node)
{
    const struct node *child = node;
    for (const struct node *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        switch (parent->kind) {
        case NODE_IF:
            if (parent->first != child && !is_sure_branch(type, parent, child)) {
                return false;
            }
            break;
        case NODE_FOR:
        case NODE_WHILE:
        case NODE_SWITCH:
            if (parent->first != child && !makes_type(type, child)) {
                return false;
            }
            break;
        default:
            break;
        }
    }
    return true;
}

/* Does FUNCTION run in each import?  Calls of calls: DEPTH of them are followed. */
static bool
is_surely_called(const struct variable *type, const struct function *function, int depth)
{
    bool is_called = false;
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        if (call == NULL || call->within == NULL) {
            continue; /* a slot, or a table of functions that are called */
        }
        is_called = true;
        if (is_sure(type, call)
            && (depth == 0 || is_surely_called(type, call->within, depth - 1)))
        {
            return true;
        }
    }
    return !is_called;
}

enum type_setting
type_setting_of(const struct conversion *c, const struct variable *type,
                const struct node *assign)
{
    enum { DEPTH = 8 };
    if (!function_runs_only_at_import(c->extension, assign->within)) {
        return SETTING_LATER;
    }
    return is_sure(type, assign) && is_surely_called(type, assign->within, DEPTH)
               ? SETTING_AT_IMPORT
               : SETTING_CHOSEN;
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
