/* lifetime-state-in-teardown: facts of a measured crash.  When the collector
 * takes a cycle of module, type and instance apart, the type is cleared before
 * the last instance: PyType_GetModuleByDef then reads a freed MRO. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/heap_type.h"
#include "extension/index.h"

struct lookup {
    const struct extension *extension;
    const struct node *call;
};

static bool
is_lookup(const struct node *call, void *data)
{
    static const char *const names[] = {
        "PyType_GetModule",        "PyType_GetModuleState", "PyType_GetModuleByDef",
        "PyType_GetModuleByToken", "_PyType_GetModuleState", "PyState_FindModule",
    };
    struct lookup *lookup = data;
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(call_name(call), names[i]) == 0
            && !node_is_asserted(lookup->extension, call))
        {
            lookup->call = call;
            return true;
        }
    }
    return false;
}

/* Does the type keep its module as long as there is an instance?  The collector does not see
 * such instances, so that to it the type has an owner that it does not know. */
static bool
keeps_module(const struct heap_type *type)
{
    return type->has_flags && (type->flags & (TYPE_FLAG_HAVE_GC | TYPE_FLAG_BASETYPE)) == 0
           && heap_type_bases(type) == BASES_NONE;
}

void
check_lifetime_state_in_teardown(struct check *check)
{
    static const char *const slots[] = {"Py_tp_dealloc", "Py_tp_clear",
                                        "Py_tp_traverse"};
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        for (size_t k = 0; k < ARRAY_LENGTH(slots); k++) {
            const struct function *function = slots_function(&type->slots, slots[k]);
            struct lookup lookup = {extension, NULL};
            if (function == NULL || keeps_module(type)
                || !type_is_first_with(extension, type, slots[k], function)
                || !function_visit_calls(function, SLOT_DEPTH - 1, is_lookup, &lookup))
            {
                continue;
            }
            check_add_node(check, "lifetime-state-in-teardown", lookup.call,
                           function->name,
                           "%s is called from %s, when the type may already be cleared "
                           "and its module freed; store what is needed in the "
                           "instance, with a strong reference to the module",
                           call_name(lookup.call), function->name);
        }
    }
}
