/* lifetime-type-dropped-early: the reference may be the type's last. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/heap_type.h"

void
check_lifetime_type_dropped_early(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct node *free_call =
            dealloc != NULL ? function_free_call(dealloc) : NULL;
        if (free_call == NULL
            || !type_is_first_with(extension, type, "Py_tp_dealloc", dealloc))
        {
            continue;
        }
        for (const struct node *node = dealloc->body; node;
             node = node_after(node, dealloc->body))
        {
            const struct node *dropped = released_reference(node);
            if (dropped == NULL || !node_is_object_type(dropped)
                || !node_flows_to(node, free_call))
            {
                continue;
            }
            check_add_node(
                check, "lifetime-type-dropped-early", node, dealloc->name,
                "%s releases the type before it frees the object in line %u, which may "
                "be a use after free; release the type after the object",
                dealloc->name, source_line(free_call->file, free_call->begin));
        }
    }
}
