#include "extension/reader.h"

#include "extension/concurrency.h"
#include "extension/dead_code.h"
#include "extension/import_code.h"
#include "extension/index.h"
#include "extension/methods.h"
#include "extension/module_state.h"
#include "extension/definitions.h"
#include "extension/ownership.h"
#include "extension/parts.h"
#include "extension/state_getters.h"
#include "extension/static_types.h"
#include "extension/units.h"

const struct extension *
extension_read(struct arena *arena, const struct source *source)
{
    struct extension *extension = ARENA_NEW(arena, struct extension);
    extension->arena = arena;
    extension->source = source;
    extension->index = index_new(arena);
    extension->ownerships = ownerships_new(arena);
    extension->concurrency = concurrency_new(arena);
    definitions_read(extension);
    static_types_read(extension);
    parts_read(extension);
    extension->methods = methods_read(extension, &extension->n_methods);
    import_code_read(extension);
    dead_code_read(extension);
    units_read(extension);
    for (size_t i = 0; i < extension->n_modules; i++) {
        struct module *module = &extension->modules[i];
        module->state = module_state_read(extension, module);
        module->sized = module_state_sized(module);
        state_getters_read(extension, module);
        module->gil_claim = gil_claim_read(extension, module);
    }
    return extension;
}
