/* change-name: __module__ of a heap type is what stands before the last dot. */
#include <string.h>

#include "checks/check.h"

static const struct node *
name_of(const struct heap_type *type)
{
    const struct initializer *name = variable_initializer(type->variable, "name");
    const struct slot *slot = slots_find(&type->slots, "Py_tp_name");
    const struct node *value = name != NULL   ? name->value
                               : slot != NULL ? slot->value
                                              : NULL;
    value = node_bare(value);
    return value != NULL && value->kind == NODE_STRING ? value : NULL;
}

/* Does insulate.h make the type, which lets a name without a dot mean what it means for
 * a static type? */
static bool
is_made_by_header(const struct variable *spec)
{
    for (size_t i = 0; i < spec->n_uses; i++) {
        const struct node *call = spec->uses[i];
        while (call != NULL && call->kind != NODE_CALL) {
            call = call->parent;
        }
        if (call != NULL
            && (strcmp(call_name(call), "Insulate_NewType") == 0
                || strcmp(call_name(call), "Insulate_AddType") == 0))
        {
            return true;
        }
    }
    return false;
}

void
check_change_name(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct node *name = name_of(type);
        if (name != NULL && name->text[0] != '\0' && strchr(name->text, '.') == NULL
            && !is_made_by_header(type->variable))
        {
            check_add_node(check, "change-name", name, type->variable->name,
                           "the name \"%s\" does not contain the module: the heap type "
                           "has no __module__, its creation emits a DeprecationWarning "
                           "and its instances cannot be pickled; use \"module.%s\"",
                           name->text, name->text);
        }
    }
}
