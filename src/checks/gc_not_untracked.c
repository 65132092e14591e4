/* gc-not-untracked */
#include <string.h>

#include "checks/check.h"
#include "checks/heap_type.h"

static bool
is_untrack(const struct node *call, void *data)
{
    (void)data;
    return strcmp(call_name(call), "PyObject_GC_UnTrack") == 0
           || strcmp(call_name(call), "_PyObject_GC_UNTRACK") == 0;
}

void
check_gc_not_untracked(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        if (dealloc == NULL || dealloc->body == NULL || !type->has_flags
            || (type->flags & TYPE_FLAG_HAVE_GC) == 0
            || !type_is_first_with(extension, type, "Py_tp_dealloc", dealloc)
            || !function_frees_object(dealloc)
            || function_visit_calls(dealloc, SLOT_DEPTH - 1, is_untrack, NULL))
        {
            continue;
        }
        check_add_function(check, "gc-not-untracked", dealloc,
                           "%s takes objects of '%s' apart while the garbage collector "
                           "still tracks them, and may run over them; call "
                           "PyObject_GC_UnTrack(self) first",
                           dealloc->name, type->variable->name);
    }
}
