/* init-size-negative: PyModule_FromDefAndSpec refuses m_size < 0. */
#include "checks/check.h"

void
check_init_size_negative(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (!module->is_multi_phase || !module->has_size || module->size >= 0) {
            continue;
        }
        check_add_node(
            check, "init-size-negative", module->size_initializer->value,
            module->variable->name,
            "m_size is %lld; multi-phase initialisation rejects a negative size with "
            "SystemError: set it to the size of the state struct, or to 0",
            (long long)module->size);
    }
}
