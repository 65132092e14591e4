/* lifetime-weakrefs-left: whoever frees an object itself clears its weak references
 * first (C-API, "Weak Reference Support"). */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/heap_type.h"
#include "extension/members.h"

/* Is CALL one that clears weak references, or hands the object to another dealloc that
 * may? */
static bool
may_clear(const struct node *call, void *data)
{
    (void)data;
    const struct node *callee = node_bare(call->first);
    return strstr(call_name(call), "ClearWeakRefs") != NULL
           || (callee != NULL
               && ((callee->kind == NODE_MEMBER
                    && strcmp(callee->text, "tp_dealloc") == 0)
                   || (callee->kind == NODE_NAME && callee->variable != NULL
                       && callee->type != NULL
                       && strcmp(callee->type->spelling, "destructor") == 0)));
}

void
check_lifetime_weakrefs_left(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        struct member member;
        if (dealloc == NULL || dealloc->body == NULL || !function_frees_object(dealloc)
            || (!member_find(type, "__weaklistoffset__", &member)
                && !heap_type_has_flag(type, TYPE_FLAG_MANAGED_WEAKREF))
            || function_visit_calls(dealloc, SLOT_DEPTH, may_clear, NULL))
        {
            continue;
        }
        check_add_function(
            check, "lifetime-weakrefs-left", dealloc,
            "%s frees instances of '%s' without clearing their weak references, which "
            "then point to freed memory; call PyObject_ClearWeakRefs(self) first",
            dealloc->name, type->variable->name);
    }
}
