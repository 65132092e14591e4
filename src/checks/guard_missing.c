/* guard-missing: state for the whole process asks for a module that refuses to be
 * loaded twice in it.  It uses what the state rules found. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"

/* The first error about state in MODULE's files, or NULL. */
static const struct finding *
first_state(const struct check *check, const struct module *module)
{
    for (size_t i = 0; i < check->findings->n_items; i++) {
        const struct finding *finding = &check->findings->items[i];
        if (!finding_shares_objects(finding)) {
            continue;
        }
        const struct source_file *file = source_file_named(check->source, finding->path);
        if (file != NULL && module_holds_file(check->extension, module, file)) {
            return finding;
        }
    }
    return NULL;
}

void
check_guard_missing(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        /* A claim that it is isolated is told by the rules about claims. */
        if (!module->is_multi_phase || module->slots.n_items == 0 || module->is_guarded
            || (module->claim != CLAIM_NONE && module->claim != CLAIM_ONCE))
        {
            continue;
        }
        const struct finding *state = first_state(check, module);
        if (state == NULL) {
            continue;
        }
        const char *symbol = state->symbol;
        check_add_variable(
            check, "guard-missing", module->variable,
            "all module objects share '%s', and the module does not refuse a second "
            "load: %s; refuse it in the Py_mod_exec slot with a static flag and "
            "ImportError as long as this state is shared",
            symbol,
            module->claim == CLAIM_ONCE
                ? "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED prevents an import in "
                  "other interpreters, not a second one in the main interpreter"
                : "it does not declare Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED "
                  "either");
    }
}
