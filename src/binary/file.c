#include "binary/file.h"

#include <string.h>

#include "binary/generator.h"
#include "binary/image.h"
#include "binary/image_data.h"
#include "binary/limits.h"
#include "binary/states.h"

/* Imports that tell something about isolation by themselves; sorted. */
static const char *const telling_imports[] = {
    "PyEval_SetProfile",
    "PyEval_SetTrace",
    "PyGILState_Ensure",
    "PyModule_Create2",
    "PyState_AddModule",
    "PyState_FindModule",
    "PyStructSequence_InitType",
    "PyStructSequence_InitType2",
    "Py_AtExit",
    "atexit",
    "putenv",
    "setenv",
    "setlocale",
    "sigaction",
    "signal",
    "strtok",
    "unsetenv",
};

static void
read_calls(const struct image *image, struct binary_file *file)
{
    const char **calls =
        ARENA_ARRAY(image->arena, const char *, ARRAY_LENGTH(telling_imports));
    for (size_t i = 0; i < ARRAY_LENGTH(telling_imports); i++) {
        if (image_imports(image, telling_imports[i])) {
            calls[file->n_calls++] = telling_imports[i];
        }
    }
    file->calls = calls;
}

/* cffi's entry point hands over to _cffi_backend, which creates the module at once
 * (PyModule_Create in its _init_cffi_1_0_external_module). */
static void
conclude_from_generator(const struct binary_file *file, struct binary_module *modules)
{
    bool is_cffi = file->generator != NULL && strcmp(file->generator, "cffi") == 0;
    for (size_t i = 0; i < file->n_modules; i++) {
        if (is_cffi && modules[i].init == INIT_UNKNOWN) {
            modules[i].init = INIT_SINGLE;
            modules[i].doubt = "cffi wrote it: _cffi_backend creates the module in one "
                               "phase";
        }
    }
}

int
binary_read(struct arena *arena, const char *path, const char *bytes, size_t size,
            struct binary_file *out_file, struct error *err)
{
    CLEANUP(image_cleanup)
    struct image *image = image_open_bytes(arena, path, bytes, size, err);
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
    if (out_file->generator == NULL) {
        out_file->guard = states.refusal;
    }
    conclude_from_generator(out_file, modules.items);
    read_calls(image, out_file);
    out_file->is_stripped = image->is_stripped;
    out_file->has_debug_information = image->has_declarations;
    out_file->code_is_known = facts.is_known;
    out_file->relocations_are_known = image->machine_is_known;
    out_file->is_cut = facts.is_cut || modules.is_cut || image->dwarf_is_cut;
    out_file->types = types.items;
    out_file->n_types = types.n;
    out_file->states = states.items;
    out_file->n_states = states.n;
    return 0;
}
