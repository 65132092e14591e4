/* init-abi-missing: modules without a PyModuleDef have to say what they were built
 * for (https://docs.python.org/3.15/c-api/module.html#c.Py_mod_abi). */
#include "checks/check.h"

void
check_init_abi_missing(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (!type_is_record(module->variable->type, "PySlot")
            || module->slots.n_items == 0 || slots_have(&module->slots, "Py_mod_abi"))
        {
            continue;
        }
        check_add_variable(check, "init-abi-missing", module->variable,
                           "the slots that PyModExport returns have no Py_mod_abi, so "
                           "the import fails; add PySlot_DATA(Py_mod_abi, &abi_info) "
                           "with PyABIInfo_VAR(abi_info)");
    }
}
