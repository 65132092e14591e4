/* type-signature: PyType_Slot.pfunc is a void pointer, so no compiler compares. */
#include "checks/check.h"

void
check_type_signature(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        check_signatures(check, "type-signature", &type->slots, type->variable->name);
    }
}
