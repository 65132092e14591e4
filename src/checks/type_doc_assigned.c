/* type-doc-assigned: type_dealloc (Objects/typeobject.c) frees the tp_doc of a heap
 * type; __doc__ was made of what tp_doc was when the type was made. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/type_origin.h"

/* Is VALUE a text that no allocator gave: a literal, or a static array? */
static bool
is_static_text(const struct node *value)
{
    value = node_resolved(value);
    const struct variable *variable = node_resolved_variable(value);
    return value != NULL
           && (value->kind == NODE_STRING
               || (variable != NULL && variable_is_static(variable)
                   && variable->type->kind == TYPE_ARRAY));
}

static bool
is_doc_of_made_type(const struct extension *extension, const struct node *target)
{
    target = node_bare(target);
    return target->kind == NODE_MEMBER && target->op == '>'
           && strcmp(target->text, "tp_doc") == 0 && target->first != NULL
           && expression_is_made_type(extension, target->first);
}

void
check_type_doc_assigned(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root = function->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind != NODE_ASSIGN || node->op != '='
                || !is_static_text(node->first->next)
                || !is_doc_of_made_type(check->extension, node->first)
                || function_is_dead(check->extension, function))
            {
                continue;
            }
            check_add_node(
                check, "type-doc-assigned", node, function->name,
                "assigning tp_doc of a heap type does not set its __doc__, and the "
                "type frees the string when it is deallocated; use the Py_tp_doc slot");
        }
    }
}
