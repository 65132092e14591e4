/* type-slot-repeated: PyType_FromSpec took the last of two up to 3.11; since 3.12 two
 * Py_tp_doc or two Py_tp_members are refused (Objects/typeobject.c). */
#include "base/strbuf.h"
#include "checks/check.h"

void
check_type_slot_repeated(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        for (size_t k = 0; k < type->slots.n_items; k++) {
            const struct slot *slot = &type->slots.items[k];
            if (slot->name[0] == '\0' || !slot_is_repeated(&type->slots, k)) {
                continue;
            }
            bool is_refused = string_equal(slot->name, "Py_tp_doc")
                              || string_equal(slot->name, "Py_tp_members");
            struct finding *finding = check_add_node(
                check, "type-slot-repeated", slot->value, type->variable->name,
                is_refused ? "%s is repeated in '%s'; CPython rejects this with "
                             "SystemError since 3.12: remove one"
                           : "%s is repeated in '%s', and only the last one is used; "
                             "remove one",
                slot->name, type->variable->name);
            if (!is_refused) {
                finding->level = LEVEL_WARNING;
            }
        }
    }
}
