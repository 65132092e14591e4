/* claim-own-gil-false */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"

static const struct source_file *
file_of_path(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (path != NULL && strcmp(source->files[i]->path, path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

/* Does FINDING tell of process-wide state in a file of MODULE? */
static bool
contradicts(const struct check *check, const struct module *module,
            const struct finding *finding)
{
    bool is_state = string_starts(finding->rule, "state-static-")
                    || strcmp(finding->rule, "type-static") == 0;
    const struct source_file *file = file_of_path(check->source, finding->path);
    return is_state && finding->level > LEVEL_NOTE && file != NULL
           && module_holds_file(check->extension, module, file);
}

void
check_claim_own_gil_false(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (module->claim != CLAIM_OWN_GIL) {
            continue;
        }
        size_t n = 0, first = 0;
        for (size_t k = 0; k < check->findings->n_items; k++) {
            if (contradicts(check, module, &check->findings->items[k])) {
                first = n == 0 ? k : first;
                n++;
            }
        }
        if (n == 0) {
            continue;
        }
        const struct finding *cause = &check->findings->items[first];
        struct finding *finding =
            check_add_node(check, "claim-own-gil-false", module->claim_slot->value,
                           module->variable->name,
                           "the module declares that it runs under an interpreter's "
                           "own GIL, but '%s'%s "
                           "is process-wide; remove that state, or the declaration",
                           cause->symbol, n > 1 ? " and more" : "");
        for (size_t k = 0; k < check->findings->n_items; k++) {
            const struct finding *other = &check->findings->items[k];
            if (contradicts(check, module, other)) {
                finding = &check->findings->items[check->findings->n_items - 1];
                finding_add_evidence(check->findings, finding, "%s: %s:%u [%s]",
                                     other->symbol, other->path, other->line,
                                     other->rule);
            }
        }
    }
}
