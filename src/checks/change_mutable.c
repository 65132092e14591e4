/* change-mutable: heap types are open to changes by default, static types are not. */
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/heap_type.h"

static bool
freezes_types(const struct source *source)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *root = source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (CALL_IS(node, "PyType_Freeze")) {
                return true;
            }
        }
    }
    return false;
}

void
check_change_mutable(struct check *check)
{
    /* Older headers have no such flag. */
    if (check->source->python_version < 0x030a0000 || freezes_types(check->source)) {
        return;
    }
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        if (!type->has_flags || heap_type_creation(type) == NULL
            || heap_type_has_flag(type, TYPE_FLAG_IMMUTABLETYPE))
        {
            continue;
        }
        check_add_variable(
            check, "change-mutable", type->variable,
            "Python code can set attributes of '%s', which it cannot with "
            "a static type; add Py_TPFLAGS_IMMUTABLETYPE (since 3.10) if "
            "that is not wanted",
            type->variable->name);
    }
}
