/* init-slot-repeated: PyModule_FromDefAndSpec takes some slots once only. */
#include <string.h>

#include "checks/check.h"

void
check_init_slot_repeated(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        for (size_t k = 0; k < module->slots.n_items; k++) {
            const struct slot *slot = &module->slots.items[k];
            /* Exec slots of PyModuleDef.m_slots run one after another. */
            if (slot->name[0] != '\0' && strcmp(slot->name, "Py_mod_exec") != 0
                && slot_is_repeated(&module->slots, k))
            {
                check_add_node(check, "init-slot-repeated", slot->value,
                               module->variable->name,
                               "%s is given twice, which CPython refuses with "
                               "SystemError; leave one",
                               slot->name);
            }
        }
    }
}
