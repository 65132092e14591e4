/* gc-type-not-visited */
#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/heap_type.h"

static bool
fix_type_not_visited(struct draft *draft)
{
    const struct function *traverse = draft_function(draft);
    uint32_t place = traverse ? function_first_statement(traverse) : 0;
    if (place == 0 || !parameter_is_called(traverse, 1, "visit")
        || !parameter_is_called(traverse, 2, "arg") || traverse->parameters[0]->name[0] == '\0')
    {
        return false;
    }
    draft_insert(draft, place,
                  arena_format(draft->check->arena, "Py_VISIT(Py_TYPE(%s));",
                               traverse->parameters[0]->name));
    draft->description = "visit the type of the object";
    return true;
}

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
            "%s does not visit Py_TYPE(self), to which every instance of the heap type "
            "'%s' holds a strong reference; the type is never collected: add "
            "Py_VISIT(Py_TYPE(self)) (since Python 3.9)",
            traverse->name, type->variable->name);
        finding->automatic = false;
        check_fix(check, finding, fix_type_not_visited);
    }
}
