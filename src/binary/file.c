#include "binary/file.h"

#include <string.h>

#include "binary/generator.h"
#include "binary/image.h"
#include "binary/image_data.h"
#include "binary/limits.h"
#include "binary/states.h"

/* The linker's own marks, and the functions of the C start-up files: in the dynamic
 * table of every library that was linked without a list of exports. */
static bool
is_mark(const char *name)
{
    static const char *const marks[] = {"__bss_start", "_edata", "_end", "_fini",
                                        "_init"};
    for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
        if (strcmp(name, marks[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void
read_exports(const struct image *image, struct binary_file *file)
{
    const char **exports = ARENA_ARRAY(image->arena, const char *, image->n_exports);
    for (size_t i = 0; i < image->n_exports; i++) {
        const struct symbol *symbol = &image->exports[i];
        if (symbol->is_strong && !is_mark(symbol->name)
            && !module_is_entry(image, symbol))
        {
            exports[file->n_exports++] = symbol->name;
        }
    }
    file->exports = exports;
}

/* Entry points that hand over to another module: cffi's to _cffi_backend, which creates
 * the module at once (PyModule_Create in its _init_cffi_1_0_external_module); that of a
 * mypyc module to the one that holds the code of all modules compiled together, whose
 * function for it creates it at once. */
static void
conclude_from_generator(const struct binary_file *file, struct binary_module *modules)
{
    const char *conclusion =
        file->generator == GENERATOR_CFFI
            ? "cffi wrote it: _cffi_backend creates the module in one phase"
        : file->generator == GENERATOR_MYPYC
            ? "mypyc wrote it: the shared …__mypyc module creates it in one phase"
            : NULL;
    for (size_t i = 0; i < file->n_modules && conclusion != NULL; i++) {
        if (modules[i].init == INIT_UNKNOWN) {
            modules[i].init = INIT_SINGLE;
            modules[i].doubt = conclusion;
        }
    }
}

int
binary_read(struct arena *arena, const char *path, const char *bytes, size_t size,
            const struct debug_search *search, struct binary_file *out_file,
            struct error *err)
{
    CLEANUP(image_cleanup)
    struct image *image = image_open_bytes(arena, path, bytes, size, search, err);
    if (image == NULL) {
        return -1;
    }
    *out_file = (struct binary_file){.path = path};
    if (!modules_are_there(image)) {
        return 0; /* a library: what it keeps is not a module's */
    }
    struct code_facts facts;
    code_facts_read(image, &facts);
    struct modules modules;
    modules_read(image, &facts, &modules);
    out_file->modules = modules.items;
    out_file->n_modules = modules.n;
    struct types types;
    types_read(image, &facts, &types);
    struct states states;
    states_read(image, &facts, &types, &modules, &states);
    generator_find(image, &out_file->generator, &out_file->guard);
    if (out_file->generator == GENERATOR_NONE) {
        out_file->guard = states.refusal;
    }
    conclude_from_generator(out_file, modules.items);
    read_exports(image, out_file);
    out_file->imports = image->imports;
    out_file->n_imports = image->n_imports;
    out_file->weak_imports = image->weak_imports;
    out_file->n_weak_imports = image->n_weak_imports;
    for (size_t i = 0; i < modules.n; i++) {
        struct binary_place place;
        image_place(image, modules.items[i].entry_address, &place);
        modules.items[i].path = place.path;
        modules.items[i].line = place.line;
        modules.items[i].column = place.column;
    }
    out_file->is_stripped = image->is_stripped;
    out_file->has_debug_information = image->has_declarations;
    out_file->code_is_known = facts.is_known;
    out_file->code_doubt = image->code_doubt;
    out_file->relocations_are_known = image->machine_is_known;
    out_file->is_cut = facts.is_cut || modules.is_cut || image->is_cut;
    out_file->types = types.items;
    out_file->n_types = types.n;
    out_file->states = states.items;
    out_file->n_states = states.n;
    return 0;
}
