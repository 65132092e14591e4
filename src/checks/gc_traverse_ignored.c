/* gc-traverse-ignored: a visit that is not zero ends the traversal; the collector and
 * gc.get_referrers() rely on that. */
#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/expression.h"
#include "extension/heap_type.h"

/* Is CALL's value used by nothing? */
static bool
is_ignored(const struct node *call)
{
    const struct node *node = node_outer(call);
    const struct node *parent = node->parent;
    return parent != NULL
           && (parent->kind == NODE_BLOCK || parent->kind == NODE_LABEL
               || (parent->kind == NODE_IF && parent->first != node));
}

/* Is CALL a visit, or a call that is handed the visit procedure? */
static bool
visits(const struct function *traverse, const struct node *call)
{
    if (visited_reference(traverse, call) != NULL) {
        return true;
    }
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        if (node_is_parameter(traverse, argument, 1)) {
            return true;
        }
    }
    return false;
}

/* --- its fix ---------------------------------------------------------------------- */

/* Does evaluating NODE twice do the same as once? */
static bool
is_without_effect(const struct node *root)
{
    for (const struct node *node = root; node; node = node_after(node, root)) {
        bool is_step = node->kind == NODE_UNARY
                       && (node->op == OP_INCREMENT || node->op == OP_DECREMENT);
        if (node->kind == NODE_CALL || node->kind == NODE_ASSIGN || is_step) {
            return false;
        }
    }
    return true;
}

/* `visit(object, arg)`, the statement of a block or of an if. */
static bool
fix_ignored_visit(struct draft *draft, const struct node *call)
{
    const struct function *within = call->within;
    const struct node *object = call_argument(call, 0), *parent = call->parent;
    if (object == NULL || parent == NULL
        || !(parent->kind == NODE_BLOCK
             || (parent->kind == NODE_IF && parent->first != call))
        || node_variable(call_argument(call, 1)) != within->parameters[2]
        || object->origin == ORIGIN_ARGUMENT || !is_without_effect(object))
    {
        return false;
    }
    draft_replace(draft, call->begin, call->end,
            arena_format(draft->check->arena, "Py_VISIT(%s)",
                         draft_text(draft, object->begin, object->end)));
    draft->description = "return a nonzero result of visit (Py_VISIT)";
    return true;
}

static bool
fix_traverse_ignored(struct draft *draft)
{
    const struct node *call = draft_call(draft);
    const struct function *within = call ? call->within : NULL;
    if (within == NULL || call->origin != ORIGIN_FILE || statement_end(call) == 0
        || !range_is_plain(draft->file, call->begin, call->end)
        || !parameter_is_called(within, 1, "visit") || !parameter_is_called(within, 2, "arg"))
    {
        return false;
    }
    if (node_variable(call->first) == within->parameters[1]) {
        return fix_ignored_visit(draft, call);
    }
    const struct node *statement = node_outer(call);
    if (!node_is_statement(statement) || statement->origin != ORIGIN_FILE
        || draft_uses_name(draft, within, "result"))
    {
        return false;
    }
    const char *indent = draft_indent(draft, statement->begin);
    const char *line = draft_newline(draft);
    draft_replace(draft, statement->begin, statement_end(statement),
            arena_format(draft->check->arena,
                         "{%s%s    int result = %s;%s%s    if (result != 0) {%s%s"
                         "        return result;%s%s    }%s%s}",
                         line, indent, draft_text(draft, call->begin, call->end), line,
                         indent, line, indent, line, indent, line, indent));
    draft->description = "return a nonzero result of the call";
    return true;
}

/* --- the check -------------------------------------------------------------------- */

static void
check_one(struct check *check, const struct function *traverse)
{
    if (traverse->body == NULL || traverse->n_parameters < 3) {
        return;
    }
    for (const struct node *node = traverse->body; node;
         node = node_after(node, traverse->body))
    {
        const struct type *result = node->type;
        if (node->kind != NODE_CALL || !visits(traverse, node) || !is_ignored(node)
            || (result != NULL && result->kind == TYPE_VOID))
        {
            continue;
        }
        struct finding *finding =
            check_add_node(check, "gc-traverse-ignored", node, traverse->name,
                           "%s ignores this result and continues after visit asked it "
                           "to stop; return a nonzero result (as Py_VISIT does)",
                           traverse->name);
        check_fix(check, finding, fix_traverse_ignored);
    }
}

void
check_gc_traverse_ignored(struct check *check)
{
    check_each_traverse(check, check_one);
}
