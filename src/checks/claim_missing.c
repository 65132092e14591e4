/* claim-missing */
#include "checks/check.h"

void
check_claim_missing(struct check *check)
{
    const struct extension *extension = check->extension;
    /* Older headers have no such slot. */
    if (check->source->python_version < 0x030c0000) {
        return;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        if (!module->is_multi_phase || module->slots.n_items == 0
            || module->claim_slot != NULL)
        {
            continue;
        }
        check_add_variable(
            check, "claim-missing", module->variable,
            "the module does not declare which interpreters it supports; CPython "
            "assumes a shared GIL: add a Py_mod_multiple_interpreters slot");
    }
}
