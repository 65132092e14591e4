/* gc-flag-missing: without the flag nobody calls the traverse function. */
#include "checks/check.h"
#include "checks/heap_type.h"

void
check_gc_flag_missing(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct slot *slot = slots_find(&type->slots, "Py_tp_traverse");
        if (!type->has_flags || heap_type_is_collected(type) || slot == NULL
            || slot->function == NULL)
        {
            continue;
        }
        check_add_node(
            check, "gc-flag-missing", slot->value, type->variable->name,
            "'%s' has a traverse function that nobody calls, because its "
            "flags lack Py_TPFLAGS_HAVE_GC, so cycles through its instances, "
            "and through the type itself, are never collected; add the flag",
            type->variable->name);
    }
}
