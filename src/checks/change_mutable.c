/* change-mutable: heap types are open to changes by default, static types are not. */
#include <string.h>

#include "checks/check.h"
#include "checks/fix.h"
#include "extension/expression.h"
#include "extension/heap_type.h"

/* What PyType_Freeze does, written by hand for older versions: a tp_flags that gets the
 * flag. */
static bool
sets_immutable_flag(const struct node *node)
{
    const struct node *target = node->kind == NODE_ASSIGN ? node->first : NULL;
    if (target == NULL || target->kind != NODE_MEMBER
        || strcmp(target->text, "tp_flags") != 0 || node->op == '&')
    {
        return false;
    }
    const struct node *root = target->next;
    for (const struct node *value = root; value; value = node_after(value, root)) {
        if (value->has_value && (value->value & TYPE_FLAG_IMMUTABLETYPE)) {
            return true;
        }
    }
    return false;
}

static bool
freezes_types(const struct source *source)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        const struct node *root = function->body;
        /* An inline function of a header says nothing where nobody calls it. */
        if (function->is_inline && function->n_uses == 0) {
            continue;
        }
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (CALL_IS(node, "PyType_Freeze") || sets_immutable_flag(node)) {
                return true;
            }
        }
    }
    return false;
}

static bool
fix_mutable(struct draft *draft)
{
    return draft_add_flag(draft, "Py_TPFLAGS_IMMUTABLETYPE");
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
        struct finding *finding = check_add_variable(
            check, "change-mutable", type->variable,
            "Python code can set attributes of '%s', unlike those of a static type; "
            "add Py_TPFLAGS_IMMUTABLETYPE (since 3.10) if this is not intended",
            type->variable->name);
        check_fix(check, finding, fix_mutable);
    }
}
