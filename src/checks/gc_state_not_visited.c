/* gc-state-not-visited */
#include "checks/check.h"
#include "extension/cycle_members.h"
#include "extension/module_state.h"

static void
check_fields(struct check *check, const struct module *module,
             const struct record *record)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (!type_holds_object(field->type) || field->name[0] == '\0'
            || function_names_field(check->extension, module->traverse, field->name, HOOK_DEPTH)
            || function_frees_elements(module->clear, field->name, HOOK_DEPTH)
            || function_frees_elements(module->free, field->name, HOOK_DEPTH)
            || field_is_borrowed(check->extension, record, field->name)
            || member_holds_leaves(check->extension, record, field->name))
        {
            continue;
        }
        struct finding *finding = check_add_function(
            check, "gc-state-not-visited", module->traverse,
            "%s does not visit the field '%s' of the module state; reference cycles "
            "through it are never collected: add Py_VISIT",
            module->traverse->name, field->name);
        finding->member = field->name;
    }
}

void
check_gc_state_not_visited(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (!module->is_multi_phase) {
            continue;
        }
        const struct record *record = module->state;
        if (record == NULL || !record_holds_objects(record)
            || record_holds_leaves(check->extension, record))
        {
            continue;
        }
        if (!module->has_traverse) {
            check_add_variable(check, "gc-state-not-visited", module->variable,
                               "the module state holds objects, but the module has no "
                               "m_traverse; reference cycles through them are never "
                               "collected: add an m_traverse that visits each");
        }
        else if (module->traverse != NULL && module->traverse->body != NULL) {
            check_fields(check, module, record);
        }
    }
}
