/* gc-dict-not-visited: since 3.12 the interpreter keeps the __dict__ of an instance, and
 * the type's functions still have to visit and clear it (C-API,
 * Py_TPFLAGS_MANAGED_DICT). */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/heap_type.h"

struct dict_use {
    const char *what; /* a part of the function's name */
    const char *slot; /* of another type, which may do it as well */
};

/* Does CALL use the dict so, or hand the object to another type's slot? */
static bool
uses_dict(const struct node *call, void *data)
{
    const struct dict_use *use = data;
    const struct node *callee = node_bare(call->first);
    return strstr(call_name(call), use->what) != NULL
           || (callee != NULL && callee->kind == NODE_MEMBER
               && strcmp(callee->text, use->slot) == 0);
}

void
check_gc_dict_not_visited(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        struct dict_use visit = {"VisitManagedDict", "tp_traverse"};
        struct dict_use clear = {"ClearManagedDict", "tp_dealloc"};
        if (!heap_type_has_flag(type, TYPE_FLAG_MANAGED_DICT)
            || heap_type_bases(type) != BASES_NONE)
        {
            continue;
        }
        if (traverse != NULL && traverse->body != NULL
            && function_visits_type(traverse, SLOT_DEPTH - 1) != UNKNOWN
            && !function_visit_calls(traverse, SLOT_DEPTH - 1, uses_dict, &visit))
        {
            check_add_function(check, "gc-dict-not-visited", traverse,
                               "%s does not visit the managed __dict__ of '%s'; "
                               "reference cycles through it are never collected: add "
                               "PyObject_VisitManagedDict(self, visit, arg)",
                               traverse->name, type->variable->name);
        }
        if (dealloc != NULL && dealloc->body != NULL && function_frees_object(dealloc)
            && !function_visit_calls(dealloc, SLOT_DEPTH, uses_dict, &clear))
        {
            check_add_function(
                check, "gc-dict-not-visited", dealloc,
                "%s frees instances of '%s' without clearing their managed __dict__, "
                "which leaks; call PyObject_ClearManagedDict(self) first",
                dealloc->name, type->variable->name);
        }
    }
}
