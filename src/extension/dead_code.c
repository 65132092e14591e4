#include "extension/dead_code.h"

static bool
is_used_by_living(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct function *within = function->uses[i]->within;
        if (within == function) {
            continue;
        }
        if (within == NULL || !within->in_project || !extension->is_dead[within->id]) {
            return true;
        }
    }
    return false;
}

/* For each file, by its number: is it that of a program that lies beside the extension? */
static const bool *
find_programs(const struct extension *extension)
{
    const struct source *source = extension->source;
    bool *programs = ARENA_ARRAY(extension->arena, bool, source->n_files);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (function->file != NULL && function_is_program(function)) {
            programs[function->file->id] = true;
        }
    }
    return programs;
}

/* What nothing in the run calls, or only such a program. */
void
dead_code_read(struct extension *extension)
{
    const struct source *source = extension->source;
    extension->is_dead =
        ARENA_ARRAY(extension->arena, bool, source->n_functions + 1);
    const bool *programs = find_programs(extension);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        extension->is_dead[function->id] = function_is_program(function);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            if (!extension->is_dead[function->id]
                && !is_used_by_living(extension, function)
                /* C++ calls constructors and operators without their names. */
                && ((function->is_static && !function->is_member
                     && !function->is_named_apart)
                    || (function->file != NULL && programs[function->file->id])))
            {
                extension->is_dead[function->id] = true;
                changed = true;
            }
        }
    }
}
