/* init-size-wrong: m_size against the struct that the code takes the state for. */
#include "checks/check.h"
#include "extension/module_state.h"

void
check_init_size_wrong(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        const struct record *record =
            module->has_size && module->size >= 0
                ? module->state
                : NULL;
        if (record == NULL || record->size == 0 || module->size >= record->size) {
            continue;
        }
        const char *name = record->name[0] != '\0' ? record->name : "the state struct";
        if (module->size_initializer == NULL) {
            check_add_variable(check, "init-size-wrong", module->variable,
                               "the module has no state (m_size is 0), but its code "
                               "uses one of type '%s' and gets NULL; set m_size to its "
                               "size",
                               name);
            continue;
        }
        check_add_node(check, "init-size-wrong", module->size_initializer->value,
                       module->variable->name,
                       module->size == 0
                           ? "m_size is %lld, so the module has no state, but its code "
                             "uses one of type '%s' (%lld bytes) and gets NULL; give "
                             "the size of that struct"
                           : "m_size is %lld, but the code takes the state for '%s', "
                             "which has %lld bytes, and writes behind its end; give "
                             "the size of that struct",
                       (long long)module->size, name, (long long)record->size);
    }
}
