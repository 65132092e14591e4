/* The modules of the sources. */
#include "convert/facts/modules.h"

#include "extension/reader.h"

size_t
find_modules(struct arena *arena, const struct extension *extension,
             const struct module *const **out_modules)
{
    const struct module **modules = NULL;
    size_t n_modules = 0, capacity = 0;

    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        if (module->variable->in_project
            && type_is_record(module->variable->type, "PyModuleDef")
            && (module->entry != NULL || module->create != NULL) && module->made_by == NULL)
        {
            ARENA_GROW(arena, modules, n_modules, capacity);
            modules[n_modules++] = module;
        }
    }
    *out_modules = modules;
    return n_modules;
}

unsigned
modules_limited_api(const struct source *source, struct arena *arena)
{
    const struct module *const *modules;
    size_t n_modules = find_modules(arena, extension_read(arena, source), &modules);
    unsigned oldest = 0;
    for (size_t i = 0; i < n_modules; i++) {
        unsigned limited =
            variable_declaration(modules[i]->variable)->file->limited_api;
        if (limited != 0 && (oldest == 0 || limited < oldest)) {
            oldest = limited;
        }
    }
    return oldest;
}
