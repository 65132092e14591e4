#include "checks/claim.h"

#include <string.h>

#include "base/strbuf.h"

/* Does FINDING tell of process-wide state in a file of MODULE? */
static bool
contradicts(const struct check *check, const struct module *module,
            const struct finding *finding, enum level level)
{
    bool is_state = string_starts(finding->rule, "state-static-")
                    || strcmp(finding->rule, "type-static") == 0;
    const struct source_file *file = source_file_named(check->source, finding->path);
    return is_state && finding->level >= level && file != NULL
           && module_holds_file(check->extension, module, file);
}

static void
compare(struct check *check, const struct module *module, const char *rule,
        const char *promise, enum level level)
{
    const size_t n_before = check->findings->n_items;
    size_t n = 0, first = 0;
    for (size_t i = 0; i < n_before; i++) {
        if (contradicts(check, module, &check->findings->items[i], level)) {
            first = n == 0 ? i : first;
            n++;
        }
    }
    if (n == 0) {
        return;
    }
    const char *cause = check->findings->items[first].symbol;
    struct finding *finding =
        check_add_node(check, rule, module->claim_slot->value, module->variable->name,
                       "the module declares that %s, but '%s' %s process-wide; remove "
                       "that state, or the declaration",
                       promise, cause, n > 1 ? "and more are" : "is");
    for (size_t i = 0; i < n_before; i++) {
        const struct finding *other = &check->findings->items[i];
        if (contradicts(check, module, other, level)) {
            finding_add_evidence(check->findings, finding, "%s: %s:%u [%s]",
                                 other->symbol, other->path, other->line, other->rule);
        }
    }
}

void
claims_compare(struct check *check, enum interpreters_claim claim, const char *rule,
               const char *promise, enum level level)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (module->claim == claim) {
            compare(check, module, rule, promise, level);
        }
    }
}
