/* type-without-module: PyType_FromSpec knows no module, and the others are given one. */
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"

/* Does a slot or a method of TYPE look up the module? */
static bool
needs_module(const struct extension *extension, const struct heap_type *type)
{
    for (size_t i = 0; i < type->slots.n_items; i++) {
        if (function_visit_calls(type->slots.items[i].function, SLOT_DEPTH - 1,
                                 call_finds_module, NULL))
        {
            return true;
        }
    }
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].type == type
            && function_visit_calls(extension->methods[i].function, SLOT_DEPTH - 1,
                                    call_finds_module, NULL))
        {
            return true;
        }
    }
    return false;
}

static bool
is_multi_phase(const struct extension *extension, const struct source_file *file)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].is_multi_phase
            && module_holds_file(extension, &extension->modules[i], file))
        {
            return true;
        }
    }
    return false;
}

/* Does CALL make a type for no module? */
static bool
is_without_module(const struct node *call)
{
    if (CALL_IS(call, "PyType_FromSpec", "PyType_FromSpecWithBases")) {
        return true;
    }
    size_t i = CALL_IS(call, "PyType_FromModuleAndSpec") ? 0
               : CALL_IS(call, "PyType_FromMetaclass")   ? 1
                                                         : SIZE_MAX;
    const struct node *module =
        i == SIZE_MAX ? NULL : node_resolved(call_argument(call, i));
    return module != NULL && module->has_value && module->value == 0;
}

void
check_type_without_module(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct node *call = heap_type_creation(type);
        if (call == NULL || !is_without_module(call)
            || !is_multi_phase(extension, call->file))
        {
            continue;
        }
        bool is_needed = needs_module(extension, type);
        struct finding *finding = check_add_node(
            check, "type-without-module", call, type->variable->name,
            is_needed
                ? "%s creates '%s' without a module, so module lookups in its "
                  "functions raise TypeError; use PyType_FromModuleAndSpec with the "
                  "module"
                : "%s creates '%s' without a module, so its functions cannot access "
                  "the module state; use PyType_FromModuleAndSpec with the module",
            call_name(call), type->variable->name);
        if (!is_needed) {
            finding->level = LEVEL_NOTE;
        }
    }
}
