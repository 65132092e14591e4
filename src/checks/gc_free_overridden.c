/* gc-free-overridden */
#include <string.h>

#include "checks/check.h"

void
check_gc_free_overridden(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct slot *slot = slots_find(&type->slots, "Py_tp_free");
        if (slot == NULL || !type->has_flags || (type->flags & TYPE_FLAG_HAVE_GC) == 0
            || (slot->function != NULL
                && strcmp(slot->function->name, "PyObject_GC_Del") == 0)
            || (slot->value->has_value && slot->value->value == 0))
        {
            continue;
        }
        check_add_node(check, "gc-free-overridden", slot->value, type->variable->name,
                       "instances of '%s' have a GC header and must be freed with "
                       "PyObject_GC_Del; remove the Py_tp_free slot to inherit it",
                       type->variable->name);
    }
}
