#include "convert/facts/suspension.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "model/thread_effect.h"

struct suspensions {
    const struct conversion *c;
    uint8_t *answers; /* enum suspension, by function id */
};

/* --- order ---------------------------------------------- */

static bool
is_within(const struct node *node, const struct node *ancestor)
{
    for (; node != NULL; node = node->parent) {
        if (node == ancestor) {
            return true;
        }
    }
    return false;
}

/* `do … while (0)` of a macro is none. */
static bool
is_loop(const struct node *node)
{
    if (node->kind == NODE_DO) {
        const struct node *condition = node_child(node, 1);
        return condition == NULL || !condition->has_value || condition->value != 0;
    }
    return node->kind == NODE_FOR || node->kind == NODE_WHILE;
}

/* The innermost loop around both; NULL: none is. */
static const struct node *
shared_loop(const struct node *a, const struct node *b)
{
    for (const struct node *at = a->parent; at != NULL; at = at->parent) {
        if (is_loop(at) && is_within(b, at)) {
            return at;
        }
    }
    return NULL;
}

static bool
has_goto(const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_GOTO) {
            return true;
        }
    }
    return false;
}

/* Is a `goto` of FUNCTION behind the label that it leads to? */
static bool
goes_back(const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        for (const struct node *to = node->kind == NODE_LABEL ? node : NULL; to != NULL;
             to = node_after(to, root))
        {
            if (to->kind == NODE_GOTO && strcmp(to->text, node->text) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Does a `return` behind CHILD end its block? */
static bool
returns_behind(const struct node *child)
{
    for (const struct node *next = child->next; next != NULL; next = next->next) {
        if (next->kind == NODE_LABEL || next->kind == NODE_CASE
            || next->kind == NODE_DEFAULT)
        {
            return false;
        }
        if (next->kind == NODE_RETURN || next->kind == NODE_THROW) {
            return true;
        }
    }
    return false;
}

static bool
has_jumps(const struct node *root)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_GOTO || node->kind == NODE_BREAK
            || node->kind == NODE_CONTINUE)
        {
            return true;
        }
    }
    return false;
}

/* Does the function return behind NODE, before LOOP begins again? */
static bool
leaves_loop(const struct node *node, const struct node *loop)
{
    for (const struct node *at = node; at != loop; at = at->parent) {
        if (at->kind == NODE_RETURN || at->kind == NODE_THROW) {
            return true;
        }
        bool jumps = is_loop(at) || has_jumps(at);
        for (const struct node *next = at->parent->kind == NODE_BLOCK ? at->next : NULL;
             next != NULL && !jumps; next = next->next)
        {
            jumps = next->kind == NODE_LABEL || next->kind == NODE_CASE
                    || next->kind == NODE_DEFAULT || has_jumps(next);
            if (!jumps && (next->kind == NODE_RETURN || next->kind == NODE_THROW)) {
                return true;
            }
        }
    }
    return false;
}

/* Does NODE run in each round of LOOP that gets as far, by no choice on the way? */
static bool
runs_in_each_round(const struct node *node, const struct node *loop)
{
    const struct node *child = node;
    for (const struct node *at = node->parent; at != loop; child = at, at = at->parent) {
        bool is_choice = at->kind == NODE_IF || at->kind == NODE_CONDITIONAL
                         || at->kind == NODE_SWITCH || at->kind == NODE_FOR
                         || at->kind == NODE_WHILE
                         || (at->kind == NODE_BINARY
                             && (at->op == OP_AND || at->op == OP_OR));
        if ((is_choice && at->first != child) || at->kind == NODE_LABEL
            || at->kind == NODE_CASE || at->kind == NODE_DEFAULT)
        {
            return false;
        }
    }
    /* Its body: what a `for` begins with runs once. */
    return loop->kind == NODE_DO ? loop->first == child : child->next == NULL;
}

/* In one expression or statement COMMON, of which ONE and OTHER are parts. */
static bool
precedes_within(const struct node *common, const struct node *one,
                const struct node *other)
{
    if (common->kind == NODE_ASSIGN && is_within(one, common->first)) {
        return common->op != '='; /* what is assigned to is written last */
    }
    if (common->kind == NODE_ASSIGN && is_within(other, common->first)) {
        return true;
    }
    for (const struct node *child = common->first; child != NULL; child = child->next) {
        if (is_within(one, child)) {
            bool is_choice =
                common->kind == NODE_IF || common->kind == NODE_CONDITIONAL;
            return !is_choice || common->first == child;
        }
        if (is_within(other, child)) {
            return false;
        }
    }
    return false;
}

bool
node_may_precede(const struct node *before, const struct node *after)
{
    return node_may_precede_since(NULL, before, after);
}

bool
node_may_precede_since(const struct node *origin, const struct node *before,
                       const struct node *after)
{
    if (before->within != after->within || before->within == NULL) {
        return false;
    }
    if (is_within(before, after)) {
        return true; /* an argument is there before the call */
    }
    const struct node *loop = shared_loop(before, after);
    bool is_anew = origin != NULL && loop != NULL && is_within(origin, loop)
                   && runs_in_each_round(origin, loop) && node_flows_to(origin, after);
    if ((loop != NULL && !is_anew && !leaves_loop(before, loop))
        || goes_back(before->within))
    {
        return true;
    }
    if (is_within(after, before)) {
        return false;
    }
    bool jumps = has_goto(before->within);
    for (const struct node *at = before; at->parent != NULL; at = at->parent) {
        if (is_within(after, at->parent)) {
            return precedes_within(at->parent, before, after);
        }
        bool ends = at->kind == NODE_RETURN || at->kind == NODE_THROW
                    || (at->parent->kind == NODE_BLOCK && returns_behind(at));
        if (ends && !jumps) {
            return false;
        }
    }
    return false;
}

/* --- calls that fail ---------------------------------------------- */

/* Is NODE, in a condition, the result of CALL, or of VARIABLE, which was given that? */
static bool
is_result(const struct node *node, const struct node *call, const struct variable *variable)
{
    node = node_bare(node);
    if (node->kind == NODE_ASSIGN && node->op == '=') {
        node = node_bare(node->first->next);
    }
    return node == call
           || (variable != NULL && node->kind == NODE_NAME && node->variable == variable);
}

static bool
is_number(const struct node *node, int64_t value)
{
    return node->has_value && node->value == value;
}

/* Is CONDITION true where the result is -1, or a null pointer? */
static bool
tells_failure(const struct node *condition, const struct node *call,
              const struct variable *variable)
{
    const struct node *node = node_bare(condition), *second;
    bool is_pointer = call->type != NULL && call->type->kind == TYPE_POINTER;
    if (is_result(node, call, variable)) {
        return !is_pointer;
    }
    if (node->kind == NODE_UNARY && node->op == OP_NOT) {
        return is_pointer && is_result(node->first, call, variable);
    }
    if (node->kind != NODE_BINARY) {
        return false;
    }
    second = node->first->next;
    if (node->op == OP_OR) {
        return tells_failure(node->first, call, variable)
               || tells_failure(second, call, variable);
    }
    if (node->op == OP_AND) {
        return tells_failure(second, call, variable); /* the first was true then */
    }
    return is_result(node->first, call, variable)
           && (is_pointer ? node->op == OP_EQUAL && node_is_null(second)
                          : (node->op == '<' && is_number(second, 0))
                                || (node->op == OP_NOT_EQUAL && is_number(second, 0))
                                || (node->op == OP_EQUAL && is_number(second, -1)));
}

/* Does STATEMENT end with a return, and lead nowhere else? */
static bool
only_returns(const struct node *statement)
{
    const struct node *last = statement;
    while (last != NULL && last->kind == NODE_BLOCK) {
        last = last->first;
        while (last != NULL && last->next != NULL) {
            last = last->next;
        }
    }
    if (last == NULL || last->kind != NODE_RETURN) {
        return false;
    }
    for (const struct node *at = statement; at != NULL; at = node_after(at, statement)) {
        if (at->kind == NODE_GOTO || at->kind == NODE_LABEL || at->kind == NODE_BREAK
            || at->kind == NODE_CONTINUE)
        {
            return false;
        }
    }
    return true;
}

/* The statement that runs where CALL gives -1 or a null pointer, and then its function
 * returns; NULL: none is known. */
static const struct node *
failing_branch(const struct node *call)
{
    const struct node *at = call, *statement = NULL;
    const struct variable *variable = NULL;
    while (at->parent != NULL && at->parent->kind != NODE_BLOCK
           && !(at->parent->kind == NODE_IF && at->parent->first == at))
    {
        at = at->parent;
    }
    if (at->parent == NULL) {
        return NULL;
    }
    if (at->parent->kind == NODE_IF) {
        statement = at->parent;
    }
    else if (at->kind == NODE_ASSIGN && at->op == '='
             && node_bare(at->first->next) == call)
    {
        variable = node_variable(at->first);
        statement = at->next;
    }
    else if (at->kind == NODE_DECLARATIONS && at->first != NULL && at->first->next == NULL
             && at->first->variable != NULL && at->first->variable->initial != NULL
             && node_bare(at->first->variable->initial) == call)
    {
        variable = at->first->variable;
        statement = at->next;
    }
    if (variable != NULL && variable->storage != STORAGE_AUTOMATIC) {
        return NULL;
    }
    bool is_tested = statement != NULL && statement->kind == NODE_IF
                     && tells_failure(statement->first, call, variable);
    const struct node *branch = is_tested ? statement->first->next : NULL;
    return branch != NULL && only_returns(branch) ? branch : NULL;
}

static enum suspension
suspension_in(const struct suspensions *suspensions, const struct node *call)
{
    const struct function *target = call_target(call);
    if (target == NULL) {
        /* type->tp_alloc(type, 0) allocates, and no more than that. */
        const struct node *callee = node_bare(call->first);
        return callee != NULL && callee->kind == NODE_MEMBER
                       && strcmp(callee->text, "tp_alloc") == 0
                   ? SUSPENDS_NEVER
                   : SUSPENDS;
    }
    if (target->body != NULL && target->in_project) {
        return suspensions->answers[target->id];
    }
    bool is_python =
        string_starts(target->name, "Py") || string_starts(target->name, "_Py");
    return is_python && !function_keeps_sections(target->name) ? SUSPENDS : SUSPENDS_NEVER;
}

/* Does NODE, a `return`, give -1 or a null pointer where CALL suspended? */
static bool
returns_failure(const struct node *node, const struct node *call,
                enum suspension suspension)
{
    const struct node *value = node->first != NULL ? node_bare(node->first) : NULL;
    return value != NULL
           && (node_is_null(value) || is_number(value, -1)
               || (suspension == SUSPENDS_FAILING
                   && (value == call
                       || (call->type != NULL && call->type->kind == TYPE_POINTER
                           && node_origin(value) == call)))
               || CALL_IS(value, "PyErr_NoMemory", "PyErr_Format", "PyErr_SetFromErrno",
                          "PyErr_SetFromErrnoWithFilename",
                          "PyErr_SetFromErrnoWithFilenameObject"));
}

bool
node_may_follow(const struct suspensions *suspensions, const struct node *call,
                const struct node *node)
{
    const struct node *branch = suspension_in(suspensions, call) == SUSPENDS_FAILING
                                    ? failing_branch(call)
                                    : NULL;
    return branch != NULL ? is_within(node, branch) : node_may_precede(call, node);
}

/* What FUNCTION does by what is known of those that it calls. */
static enum suspension
suspension_of(const struct suspensions *suspensions, const struct function *function)
{
    const struct node *root = function->body;
    enum suspension result = SUSPENDS_NEVER;
    bool gives_value = function->type != NULL && function->type->target != NULL
                       && function->type->target->kind != TYPE_VOID;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        enum suspension inner = suspension_in(suspensions, call);
        for (const struct node *node = root; inner != SUSPENDS_NEVER && node != NULL;
             node = node_after(node, root))
        {
            if (!gives_value
                || (node->kind == NODE_RETURN && node_may_follow(suspensions, call, node)
                    && !returns_failure(node, call, inner)))
            {
                return SUSPENDS;
            }
        }
        result = inner != SUSPENDS_NEVER ? SUSPENDS_FAILING : result;
    }
    return result;
}

struct suspensions *
suspensions_new(const struct conversion *c)
{
    struct suspensions *suspensions = ARENA_NEW(c->arena, struct suspensions);
    *suspensions = (struct suspensions){
        c, ARENA_ARRAY(c->arena, uint8_t, c->source->n_functions + 1)};
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (size_t i = 0; i < c->source->n_functions; i++) {
            const struct function *function = c->source->functions[i];
            enum suspension now = function->body != NULL && function->in_project
                                      ? suspension_of(suspensions, function)
                                      : SUSPENDS_NEVER;
            is_changed |= now > suspensions->answers[i];
            suspensions->answers[i] =
                now > suspensions->answers[i] ? (uint8_t)now : suspensions->answers[i];
        }
    }
    return suspensions;
}

bool
call_may_suspend(const struct suspensions *suspensions, const struct node *call)
{
    return suspension_in(suspensions, call) != SUSPENDS_NEVER;
}
