/* gc-no-traverse: PyType_Ready refuses such a type since 3.11; before, the collector
 * calls NULL.  A base does not help: inherit_special() in Objects/typeobject.c gives its
 * traverse function, with the flag, only to a type that does not set the flag itself. */
#include "checks/check.h"
#include "extension/heap_type.h"

void
check_gc_no_traverse(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        if (!heap_type_is_collected(type) || !type->slots.is_known
            || slots_have(&type->slots, "Py_tp_traverse"))
        {
            continue;
        }
        const char *name = type->variable->name;
        if (heap_type_bases(type) == BASES_NONE) {
            check_add_variable(
                check, "gc-no-traverse", type->variable,
                "'%s' has Py_TPFLAGS_HAVE_GC but neither defines nor inherits "
                "Py_tp_traverse; CPython rejects the type since 3.11 and crashes before: "
                "add a function that visits the type and each member",
                name);
            continue;
        }
        check_add_variable(
            check, "gc-no-traverse", type->variable,
            "'%s' has Py_TPFLAGS_HAVE_GC but no Py_tp_traverse, and inherits one only "
            "%s; CPython rejects the type since 3.11 and crashes before: add a function "
            "that visits the type and each member, and calls that of the base",
            name,
            slots_have(&type->slots, "Py_tp_clear")
                ? "without the flag and without a Py_tp_clear"
                : "without the flag");
    }
}
