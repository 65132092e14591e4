/* type-slot-null: PyType_Slot.pfunc of slots other than Py_tp_doc may not be NULL
 * (Doc/c-api/type.rst); PyType_FromModuleAndSpec walks Py_tp_members from there on. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"

/* Does code fill in TABLE before it is used? */
static bool
is_filled_in(const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        if (table->uses[i]->is_written) {
            return true;
        }
    }
    return false;
}

static const struct variable *
table_of(const struct heap_type *type)
{
    const struct initializer *slots = variable_initializer(type->variable, "slots");
    return slots != NULL ? node_variable(slots->value) : NULL;
}

void
check_type_slot_null(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct variable *table = table_of(type);
        for (size_t k = 0;
             table != NULL && !is_filled_in(table) && k < type->slots.n_items; k++)
        {
            const struct slot *slot = &type->slots.items[k];
            bool is_members = strcmp(slot->name, "Py_tp_members") == 0;
            if (!slot->initializer->is_zero || strcmp(slot->name, "Py_tp_doc") == 0) {
                continue;
            }
            struct finding *finding = check_add_node(
                check, "type-slot-null", slot->value, type->variable->name,
                "the slot %s of '%s' is NULL, which %s; remove it", slot->name,
                type->variable->name,
                is_members ? "CPython dereferences when it creates the type"
                           : "CPython does not document as allowed");
            if (!is_members) {
                finding->level = LEVEL_NOTE;
            }
        }
    }
}
