#include "extension/extension.h"

bool
function_is_dead(const struct extension *extension, const struct function *function)
{
    return function != NULL && function->in_project && extension->is_dead[function->id];
}

bool
function_runs_only_at_import(const struct extension *extension,
                             const struct function *function)
{
    return function != NULL && function->in_project
           && extension->runs_only_at_import[function->id];
}

/* --- which variable, which module ---------------------------------------- */

bool
variable_is_process_wide(const struct extension *extension,
                         const struct variable *variable)
{
    if (!variable_is_static(variable) || variable->storage == STORAGE_EXTERN
        || !variable->in_project || variable->type == NULL)
    {
        return false;
    }
    const struct declaration *declaration = variable_declaration(variable);
    if (declaration == NULL || declaration->file == NULL
        || !declaration->file->is_project
        || function_is_dead(extension, variable->owner))
    {
        return false;
    }
    if (variable->storage == STORAGE_GLOBAL && variable->n_uses == 0) {
        return true;
    }
    /* A static that nothing living uses is not compiled in. */
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (!function_is_dead(extension, variable->uses[i]->within)) {
            return true;
        }
    }
    return false;
}

const struct source_file *
module_file(const struct module *module)
{
    const struct declaration *declaration = variable_declaration(module->variable);
    return declaration ? declaration->file : NULL;
}

bool
module_holds_file(const struct extension *extension, const struct module *module,
                  const struct source_file *file)
{
    if (module_file(module) == file) {
        return true;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (module_file(&extension->modules[i]) == file) {
            return false;
        }
    }
    for (size_t i = 0; i < file->n_mains; i++) {
        if (module->units[file->mains[i]->id]) {
            return true;
        }
    }
    return file->n_mains == 0;
}

bool
file_is_guarded(const struct extension *extension, const struct source_file *file)
{
    bool guarded = false;
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        if (!module_holds_file(extension, module, file)) {
            continue;
        }
        if (!module->is_guarded) {
            return false;
        }
        guarded = true;
    }
    return guarded;
}
