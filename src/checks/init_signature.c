/* init-signature: the slots of a module are void pointers; the hooks of PyModuleDef
 * have types, which casts defeat. */
#include "checks/check.h"

static void
compare_hook(struct check *check, const struct module *module, const char *field,
             const struct function *function, const char *kind)
{
    const struct initializer *hook = variable_initializer(module->variable, field);
    if (hook != NULL && function != NULL) {
        check_signature(check, "init-signature", function, hook->value,
                          slot_kind_find(kind), module->variable->name);
    }
}

void
check_init_signature(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        check_signatures(check, "init-signature", &module->slots,
                           module->variable->name);
        compare_hook(check, module, "m_traverse", module->traverse,
                     "Py_mod_state_traverse");
        compare_hook(check, module, "m_clear", module->clear, "Py_mod_state_clear");
        compare_hook(check, module, "m_free", module->free, "Py_mod_state_free");
    }
}
