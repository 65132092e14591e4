/* gc-type-visited-twice */
#include "checks/check.h"
#include "checks/heap_type.h"

void
check_gc_type_visited_twice(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        if (traverse == NULL
            || !type_is_first_with(extension, type, "Py_tp_traverse", traverse)
            || function_count_type_visits(traverse, SLOT_DEPTH - 1) < 2)
        {
            continue;
        }
        check_add_function(check, "gc-type-visited-twice", traverse,
                           "%s visits the type of its object, and so does the traverse "
                           "function it calls, but the object holds one reference to "
                           "it; leave the visit to one of them",
                           traverse->name);
    }
}
