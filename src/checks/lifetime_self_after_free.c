/* lifetime-self-after-free: what a dealloc function still reads of its object when that
 * is freed. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/heap_type.h"

/* Does HELPER, of the project, read a member of its first argument? */
static bool
reads_argument(const struct function *helper)
{
    const struct node *body = helper != NULL && helper->in_project ? helper->body : NULL;
    for (const struct node *node = body; node != NULL; node = node_after(node, body)) {
        if (node->kind == NODE_MEMBER && node->op == '>'
            && node_is_parameter(helper, node->first, 0))
        {
            return true;
        }
    }
    return false;
}

/* Does NODE read through FUNCTION's first parameter: self->x, Py_TYPE(self)? */
static bool
reads_self(const struct function *function, const struct node *node)
{
    if (node->kind == NODE_MEMBER) {
        return node->op == '>' && node_is_parameter(function, node->first, 0);
    }
    return node->kind == NODE_CALL && node_is_parameter(function, call_argument(node, 0), 0)
           && (node_is_object_type(node) || reads_argument(node->function));
}

static const struct node *
find_use_after(const struct function *function, const struct node *free_call)
{
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (reads_self(function, node) && node_flows_to(free_call, node)) {
            return node;
        }
    }
    return NULL;
}

void
check_lifetime_self_after_free(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct node *call = dealloc != NULL ? function_free_call(dealloc) : NULL;
        const struct node *use = call != NULL ? find_use_after(dealloc, call) : NULL;
        if (use == NULL
            || !type_is_first_with(extension, type, "Py_tp_dealloc", dealloc))
        {
            continue;
        }
        check_add_node(check, "lifetime-self-after-free", use, dealloc->name,
                       "%s reads the object after freeing it in line %u; save what is "
                       "needed (such as Py_TYPE(self)) before the free",
                       dealloc->name, source_line(call->file, call->begin));
    }
}
