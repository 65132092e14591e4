#include "extension/definitions.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/opt_out.h"

static bool
read_hook(const struct variable *definition, const char *field,
          const struct function **out_function)
{
    const struct initializer *hook = variable_initializer(definition, field);
    *out_function = hook ? node_function(hook->value) : NULL;
    return hook != NULL && !hook->is_zero;
}

static enum interpreters_claim
read_claim(const struct slot *slot)
{
    if (slot == NULL || slot->value == NULL || !slot->value->has_value) {
        return CLAIM_NONE;
    }
    switch (slot->value->value) {
    case 0:
        return CLAIM_ONCE;
    case 1:
        return CLAIM_SHARED_GIL;
    case 2:
        return CLAIM_OWN_GIL;
    default:
        return CLAIM_NONE;
    }
}

/* What the slots alone say of a module. */
static void
read_module_slots(struct module *module)
{
    module->claim_slot = slots_find(&module->slots, "Py_mod_multiple_interpreters");
    module->claim = read_claim(module->claim_slot);
    module->guard = opt_out_of_slots(&module->slots);
    module->is_guarded = module->guard != NULL;
}

/* The function that makes the module is SETUP, or calls it; or NULL. */
static const struct function *
entry_of(const struct function *setup)
{
    if (function_is_entry(setup)) {
        return setup;
    }
    for (size_t i = 0; i < setup->n_uses; i++) {
        const struct node *use = setup->uses[i], *child;
        const struct node *call = call_around(use, &child);
        if (call != NULL && call->first == child && use->within != NULL
            && function_is_entry(use->within))
        {
            return use->within;
        }
    }
    return NULL;
}

/* Who makes a module of its definition. */
static void
read_making(struct module *module)
{
    for (size_t i = 0; i < module->variable->n_uses; i++) {
        const struct node *use = module->variable->uses[i];
        const struct node *call = use->within != NULL ? call_around(use, NULL) : NULL;
        const char *name = call != NULL ? call_name(call) : "";
        if (string_starts(name, "PyModule_Create2")
            || strcmp(name, "PyModule_Create") == 0)
        {
            module->setup = use->within;
            module->create = call;
            module->entry = entry_of(use->within);
            module->is_multi_phase = false;
            return;
        }
        if (strcmp(name, "PyModuleDef_Init") == 0) {
            module->entry = use->within;
            module->is_multi_phase = true;
            module->setup = slots_function(&module->slots, "Py_mod_exec");
            return;
        }
    }
}

static void
read_module(struct arena *arena, struct module *module, const struct variable *variable)
{
    module->variable = variable;
    const struct initializer *slots = variable_initializer(variable, "m_slots");
    module->is_multi_phase = slots != NULL && !slots->is_zero;
    if (module->is_multi_phase) {
        module->slots = slots_read(arena, node_variable(slots->value), true);
    }
    module->size_initializer = variable_initializer(variable, "m_size");
    if (module->size_initializer != NULL) {
        module->has_size = module->size_initializer->value->has_value;
        module->size = module->size_initializer->value->value;
    }
    else {
        module->has_size = variable->n_initializers != 0; /* 0, as C says */
    }
    module->has_traverse = read_hook(variable, "m_traverse", &module->traverse);
    module->has_clear = read_hook(variable, "m_clear", &module->clear);
    module->has_free = read_hook(variable, "m_free", &module->free);
    read_making(module);
    read_module_slots(module);
}

/* The PyModExport_… that gives VARIABLE away, or NULL. */
static const struct function *
exporter_of(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct function *within = variable->uses[i]->within;
        if (within != NULL && string_starts(within->name, "PyModExport_")) {
            return within;
        }
    }
    return NULL;
}

/* A module without a definition: the slots that PyModExport_… returns. */
static void
read_exported_module(struct arena *arena, struct module *module,
                     const struct variable *variable)
{
    module->variable = variable;
    module->is_multi_phase = true;
    module->slots = slots_read(arena, variable, true);
    module->entry = exporter_of(variable);
    module->setup = slots_function(&module->slots, "Py_mod_exec");
    const struct slot *size = slots_find(&module->slots, "Py_mod_state_size");
    module->has_size = size == NULL || size->value->has_value;
    module->size = size != NULL && module->has_size ? size->value->value : 0;
    module->size_initializer = size ? size->initializer : NULL;
    module->traverse = slots_function(&module->slots, "Py_mod_state_traverse");
    module->clear = slots_function(&module->slots, "Py_mod_state_clear");
    module->free = slots_function(&module->slots, "Py_mod_state_free");
    module->has_traverse = slots_have(&module->slots, "Py_mod_state_traverse");
    module->has_clear = slots_have(&module->slots, "Py_mod_state_clear");
    module->has_free = slots_have(&module->slots, "Py_mod_state_free");
    read_module_slots(module);
}

/* Does code give the field FIELD of SPEC another value than its initialiser does? */
static bool
is_assigned(const struct variable *spec, const char *field)
{
    for (size_t i = 0; i < spec->n_uses; i++) {
        const struct node *use = spec->uses[i], *parent = use->parent;
        bool is_other = parent != NULL && parent->kind == NODE_MEMBER
                        && strcmp(parent->text, field) != 0;
        if (use->is_written && !is_other) {
            return true;
        }
    }
    return false;
}

/* The slots of TABLE (NULL: none), which are not known where code changes them. */
static struct slots
read_type_slots(struct arena *arena, const struct variable *table)
{
    struct slots slots = slots_read(arena, table, false);
    for (size_t i = 0; table != NULL && i < table->n_uses; i++) {
        slots.is_known &= !table->uses[i]->is_written;
    }
    return slots;
}

/* A type made of slots alone: PyType_FromSlots. */
static void
read_slots_type(struct arena *arena, struct heap_type *type,
                const struct variable *variable)
{
    type->variable = variable;
    type->slots = read_type_slots(arena, variable);
    const struct slot *flags = slots_find(&type->slots, "Py_tp_flags");
    type->has_flags = flags != NULL && flags->value->has_value;
    type->flags = type->has_flags ? flags->value->value : 0;
}

static void
read_type(struct arena *arena, struct heap_type *type, const struct variable *variable)
{
    type->variable = variable;
    const struct initializer *flags = variable_initializer(variable, "flags");
    if (flags != NULL) {
        type->has_flags = flags->value->has_value && !is_assigned(variable, "flags");
        type->flags = flags->value->value;
    }
    const struct initializer *slots = variable_initializer(variable, "slots");
    if (slots != NULL && !is_assigned(variable, "slots")) {
        type->slots = read_type_slots(arena, node_variable(slots->value));
    }
}

struct found {
    struct module *modules;
    struct heap_type *types;
    size_t n_modules, modules_capacity, n_types, types_capacity;
};

static struct module *
add_module(struct arena *arena, struct found *found)
{
    ARENA_GROW(arena, found->modules, found->n_modules, found->modules_capacity);
    return &found->modules[found->n_modules++];
}

static struct heap_type *
add_type(struct arena *arena, struct found *found)
{
    ARENA_GROW(arena, found->types, found->n_types, found->types_capacity);
    return &found->types[found->n_types++];
}

static void
read_definition(struct arena *arena, struct found *found,
                const struct variable *variable)
{
    if (variable->type == NULL || !variable_is_holder(variable)
        || variable->storage == STORAGE_EXTERN)
    {
        return;
    }
    bool is_single = variable->type->kind == TYPE_RECORD;
    if (is_single && variable_is_static(variable)
        && type_is_record(variable->type, "PyModuleDef"))
    {
        read_module(arena, add_module(arena, found), variable);
    }
    else if (is_single && type_is_record(variable->type, "PyType_Spec")) {
        read_type(arena, add_type(arena, found), variable);
    }
    else if (type_is_record(variable->type, "PySlot")) {
        if (exporter_of(variable) != NULL) {
            read_exported_module(arena, add_module(arena, found), variable);
        }
        else {
            read_slots_type(arena, add_type(arena, found), variable);
        }
    }
}

void
definitions_read(struct extension *extension)
{
    struct found found = {0};
    for (size_t i = 0; i < extension->source->n_variables; i++) {
        read_definition(extension->arena, &found, extension->source->variables[i]);
    }
    extension->modules = found.modules;
    extension->n_modules = found.n_modules;
    extension->types = found.types;
    extension->n_types = found.n_types;
}
