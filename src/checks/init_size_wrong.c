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
                               "m_size is 0, so the module has no state, but the code "
                               "uses a state of type '%s'; set m_size to its size",
                               name);
            continue;
        }
        check_add_node(
            check, "init-size-wrong", module->size_initializer->value,
            module->variable->name,
            module->size == 0
                ? "m_size is %lld, so the module has no state, but the code uses a "
                  "state of type '%s' (%lld bytes); set m_size to the size of that "
                  "struct"
                : "m_size is %lld, but the code uses the state as '%s', which has %lld "
                  "bytes (buffer overflow); set m_size to the size of that struct",
            (long long)module->size, name, (long long)record->size);
    }
}
