/* generated-code */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/generated_modules.h"

static const struct source_file *
generated_file(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        if (file->is_generated && path != NULL && strcmp(file->path, path) == 0) {
            return file;
        }
    }
    return NULL;
}

/* How a module is initialised and what it declares is checked in generated code
 * too; the rest is for the generator to mend.  The output of Argument Clinic is plain C around
 * functions that its author wrote. */
static bool
is_kept(const struct finding *finding, const struct source_file *file)
{
    return file_is_of_clinic(file) || string_starts(finding->rule, "init-")
           || string_starts(finding->rule, "claim-")
           || strcmp(finding->rule, "parse-error") == 0;
}

static void
report_modules(struct check *check)
{
    struct generated_modules modules =
        generated_modules_find(check->arena, check->extension);
    for (size_t i = 0; i < modules.n_items; i++) {
        const struct generated_module *module = &modules.items[i];
        const char *words = generated_module_words(check->arena, module);
        if (module->is_declared || (module->maker != NULL && module->file->is_generated))
        {
            continue; /* nothing to say, or told of the file */
        }
        if (module->maker != NULL) {
            check_add(check, "generated-code", module->file, module->offset,
                      module->maker, "%s", words);
        }
        else {
            struct finding *finding =
                findings_add(check->findings, "generated-code", "%s", words);
            finding->path = module->path;
        }
    }
}

void
check_generated_code(struct check *check)
{
    struct findings *findings = check->findings;
    const struct source *source = check->source;
    size_t *n_dropped = ARENA_ARRAY(check->arena, size_t, source->n_files);
    size_t kept = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct source_file *file =
            generated_file(source, findings->items[i].path);
        if (file != NULL && !is_kept(&findings->items[i], file)) {
            n_dropped[file->id]++;
            continue;
        }
        findings->items[kept++] = findings->items[i];
    }
    findings->n_items = kept;
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        if (file->is_generated && !file_is_of_clinic(file)
            && (file->is_main || n_dropped[i] != 0))
        {
            check_add(
                check, "generated-code", file, 0, NULL,
                "this file is generated code: only its initialisation is checked, not "
                "its state and types; fix the generator or its input");
        }
    }
    report_modules(check);
}
