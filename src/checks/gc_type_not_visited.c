/* gc-type-not-visited */
#include "checks/check.h"
#include "checks/heap_type.h"

void
check_gc_type_not_visited(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        if (traverse == NULL || !type->has_flags
            || (type->flags & TYPE_FLAG_HAVE_GC) == 0
            || !type_is_first_with(extension, type, "Py_tp_traverse", traverse)
            || function_visits_type(traverse, SLOT_DEPTH - 1) != VISITS_NOT)
        {
            continue;
        }
        struct finding *finding = check_add_function(
            check, "gc-type-not-visited", traverse,
            "%s does not visit the type of its object, to which every instance of the "
            "heap type '%s' holds a reference, so the type is never collected; add "
            "Py_VISIT(Py_TYPE(self)) (since Python 3.9)",
            traverse->name, type->variable->name);
        finding->automatic = false;
    }
}
