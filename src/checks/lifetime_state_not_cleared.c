/* lifetime-state-not-cleared */
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/module_state.h"

static bool
is_release(const struct node *call, void *data)
{
    (void)data;
    return released_reference(call) != NULL;
}

static bool
releases_any(const struct function *clear)
{
    return function_visit_calls(clear, HOOK_DEPTH, is_release, NULL);
}

static void
check_fields(struct check *check, const struct module *module,
             const struct record *record)
{
    const struct function *hook = module->clear ? module->clear : module->free;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (!type_holds_object(field->type) || field->name[0] == '\0'
            || function_names_field(check->extension, module->clear, field->name, HOOK_DEPTH)
            || function_names_field(check->extension, module->free, field->name, HOOK_DEPTH)
            || field_is_borrowed(check->extension, record, field->name))
        {
            continue;
        }
        struct finding *finding = check_add_function(
            check, "lifetime-state-not-cleared", hook,
            "the field '%s' of the module state is never released; each "
            "module object leaks it: add Py_CLEAR to %s",
            field->name, hook->name);
        finding->member = field->name;
    }
}

/* Does CALL go to code that is not seen?  (For function_visit_calls: DATA is not used.) */
static bool
is_hidden(const struct node *call, void *data)
{
    (void)data;
    return call->function == NULL
           || (call->function->in_project && call->function->body == NULL);
}

/* Does m_free leave alone what m_clear releases, as far as all of it is seen? */
static bool
frees_nothing(const struct check *check, const struct module *module)
{
    const struct function *free = module->free;
    if (free == NULL || free->body == NULL || free == module->clear || releases_any(free)
        || function_visit_calls(free, HOOK_DEPTH, is_hidden, NULL))
    {
        return false;
    }
    for (size_t i = 0; i < module->state->n_fields; i++) {
        const char *field = module->state->fields[i].name;
        if (field[0] != '\0'
            && function_names_field(check->extension, free, field, HOOK_DEPTH))
        {
            return false;
        }
    }
    return true;
}

/* module_dealloc (Objects/moduleobject.c) calls m_free only. */
static void
check_free(struct check *check, const struct module *module)
{
    if (module->clear == NULL || module->state == NULL
        || !record_holds_objects(module->state) || !releases_any(module->clear))
    {
        return;
    }
    if (module->has_free) {
        if (frees_nothing(check, module)) {
            check_add_function(check, "lifetime-state-not-cleared", module->free,
                               "%s releases the objects in the module state, but only the "
                               "garbage collector calls m_clear, and %s does not release "
                               "them; a module object that is freed otherwise leaks them: "
                               "call %s in %s",
                               module->clear->name, module->free->name,
                               module->clear->name, module->free->name);
        }
        return;
    }
    check_add_variable(check, "lifetime-state-not-cleared", module->variable,
                       "%s releases the objects in the module state, but only the "
                       "garbage collector calls m_clear; a module object that is freed "
                       "otherwise leaks them: add an m_free that calls %s",
                       module->clear->name, module->clear->name);
}

/* Are the hooks there that are given, with their bodies? */
static bool
hooks_are_known(const struct module *module)
{
    return (!module->has_clear || (module->clear && module->clear->body))
           && (!module->has_free || (module->free && module->free->body));
}

void
check_lifetime_state_not_cleared(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        check_free(check, module);
        const struct record *record =
            module->is_multi_phase ? module->state
                                   : NULL;
        if (record == NULL || !record_holds_objects(record) || !hooks_are_known(module))
        {
            continue;
        }
        if (!module->has_clear && !module->has_free) {
            check_add_variable(
                check, "lifetime-state-not-cleared", module->variable,
                "the module state holds objects, but the module has neither m_clear "
                "nor m_free; each module object leaks them: add an m_clear that "
                "releases each, and an m_free that calls it");
        }
        else {
            check_fields(check, module, record);
        }
    }
}
