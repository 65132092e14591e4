/* lifetime-type-not-dropped */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"

static bool
fix_type_not_dropped(struct draft *draft)
{
    static const char *const names[] = {"type", "tp", "heap_type"};
    const struct function *dealloc = draft_function(draft);
    const struct node *call = dealloc ? function_free_call(dealloc) : NULL;
    if (call == NULL || !node_is_statement(call) || call->file != draft->file
        || dealloc->parameters[0]->name[0] == '\0')
    {
        return false;
    }
    /* C++ lets no jump pass a declaration with a value. */
    if (!string_ends(draft->file->path, ".c")
        && (draft_uses_name(draft, dealloc, "goto")
            || draft_uses_name(draft, dealloc, "Py_TRASHCAN_BEGIN")))
    {
        return false;
    }
    const char *name = NULL;
    for (size_t i = 0; i < ARRAY_LENGTH(names) && name == NULL; i++) {
        name = draft_uses_name(draft, dealloc, names[i]) ? NULL : names[i];
    }
    if (name == NULL) {
        return false;
    }
    struct arena *arena = draft->check->arena;
    draft_insert(draft, call->begin,
                  arena_format(arena, "PyTypeObject *%s = Py_TYPE(%s);", name,
                               dealloc->parameters[0]->name));
    draft_replace(draft, statement_end(call), statement_end(call),
            arena_format(arena, "%s%sPy_DECREF(%s);", draft_newline(draft),
                         draft_indent(draft, call->begin), name));
    draft->description = "release the type after freeing the object";
    return true;
}

void
check_lifetime_type_not_dropped(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        if (dealloc == NULL || dealloc->body == NULL
            || !type_is_first_with(extension, type, "Py_tp_dealloc", dealloc)
            || !function_keeps_type(dealloc))
        {
            continue;
        }
        struct finding *finding =
            check_add_function(check, "lifetime-type-not-dropped", dealloc,
                               "%s frees the object but does not release its strong "
                               "reference to the heap type '%s', which leaks the type; "
                               "save Py_TYPE(self) and Py_DECREF it after the free",
                               dealloc->name, type->variable->name);
        check_fix(check, finding, fix_type_not_dropped);
    }
}
