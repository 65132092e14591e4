/* lifetime-type-not-dropped */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"

/* Py_DECREF and what it is in other headers: a macro, an inline function, with
 * or without a file name. */
static bool
is_type_release(const struct node *call, void *data)
{
    (void)data;
    const char *name = call_name(call);
    if (strstr(name, "DECREF") == NULL && strstr(name, "DecRef") == NULL
        && strstr(name, "Dealloc") == NULL)
    {
        return false;
    }
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        const struct variable *variable = node_variable(argument);
        if (node_is_object_type(argument)
            || (variable != NULL && variable->type->kind == TYPE_POINTER
                && variable->type->target != NULL
                && type_is_record(variable->type->target, "PyTypeObject")))
        {
            return true;
        }
    }
    return false;
}

/* Is a local of a C++ class made of the type, whose destructor may release it? */
static bool
has_owner(const struct function *dealloc)
{
    for (const struct node *node = dealloc->body; node;
         node = node_after(node, dealloc->body))
    {
        if (node->kind != NODE_VARIABLE || node->type == NULL
            || node->type->kind != TYPE_RECORD)
        {
            continue;
        }
        for (const struct node *at = node->first; at; at = node_after(at, node)) {
            if (node_is_object_type(at)) {
                return true;
            }
        }
    }
    return false;
}

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
            || !function_frees_object(dealloc) || has_owner(dealloc)
            || function_visit_calls(dealloc, SLOT_DEPTH - 1, is_type_release, NULL))
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
