/* claim-size-false: with m_size of 0 or more, CPython runs the init function of a
 * single-phase module once more for each interpreter (Python/import.c,
 * reload_singlephase_extension), and each run overwrites what is static. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"

/* The first static of MODULE's files that a finding calls shared; NULL: none. */
static const struct finding *
shared_state(const struct check *check, const struct module *module)
{
    for (size_t i = 0; i < check->findings->n_items; i++) {
        const struct finding *finding = &check->findings->items[i];
        if (!finding_shares_objects(finding)) {
            continue;
        }
        for (size_t k = 0; k < check->source->n_files; k++) {
            const struct source_file *file = check->source->files[k];
            if (finding->path != NULL && strcmp(file->path, finding->path) == 0
                && module_holds_file(check->extension, module, file))
            {
                return finding;
            }
        }
    }
    return NULL;
}

void
check_claim_size_false(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (module->is_multi_phase || !module->has_size || module->size < 0
            || module->size_initializer == NULL)
        {
            continue;
        }
        const struct finding *state = shared_state(check, module);
        if (state != NULL) {
            check_add(check, "claim-size-false", module->size_initializer->file,
                      module->size_initializer->begin, module->variable->name,
                      "m_size %lld lets CPython reinitialise the module in each "
                      "interpreter, but all of them share the static variable '%s'; "
                      "move it into the module state, or set m_size to -1",
                      (long long)module->size, state->symbol);
        }
    }
}
