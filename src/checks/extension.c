#include "checks/extension.h"

#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"

/* --- expressions --------------------------------------------------------- */

const struct function *
node_function(const struct node *node)
{
    node = node_referent(node);
    return node != NULL && node->kind == NODE_NAME ? node->function : NULL;
}

const struct variable *
node_variable(const struct node *node)
{
    node = node_referent(node);
    return node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
}

static bool
is_type_lookup(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL) {
        return false;
    }
    if (node->kind == NODE_CALL) {
        /* A macro over _Py_TYPE_impl since 3.15. */
        return strstr(call_name(node), "Py_TYPE") != NULL
               || strcmp(call_name(node), "PyObject_Type") == 0;
    }
    return node->kind == NODE_MEMBER && strcmp(node->text, "ob_type") == 0;
}

bool
node_is_object_type(const struct node *node)
{
    if (is_type_lookup(node)) {
        return true;
    }
    const struct variable *variable = node_variable(node);
    if (variable == NULL || variable->storage != STORAGE_AUTOMATIC) {
        return false;
    }
    if (variable->initial != NULL && is_type_lookup(variable->initial)) {
        return true;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *parent = variable->uses[i]->parent;
        if (variable->uses[i]->is_written && parent != NULL
            && parent->kind == NODE_ASSIGN && is_type_lookup(node_child(parent, 1)))
        {
            return true;
        }
    }
    return false;
}

bool
node_is_asserted(const struct extension *extension, const struct node *node)
{
    const struct source *source = extension->source;
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        if (use->file == node->file && use->begin <= node->begin
            && node->begin < use->end && strcmp(use->name, "assert") == 0)
        {
            return true;
        }
    }
    return false;
}

bool
function_visit_calls(const struct function *function, int depth, call_visit *visit,
                     void *data)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind != NODE_CALL) {
            continue;
        }
        if (visit(node, data)) {
            return true;
        }
        if (depth > 0 && node->function != NULL && node->function != function
            && function_visit_calls(node->function, depth - 1, visit, data))
        {
            return true;
        }
    }
    return false;
}

/* --- slots --------------------------------------------------------------- */

/* Numbers of the stable ABI, for slots whose name is not in the text:
 * Include/typeslots.h, Include/moduleobject.h. */
static const struct {
    int64_t number;
    const char *name;
} type_slot_names[] = {
    {48, "Py_tp_base"},     {49, "Py_tp_bases"},    {51, "Py_tp_clear"},
    {52, "Py_tp_dealloc"},  {64, "Py_tp_methods"},  {65, "Py_tp_new"},
    {71, "Py_tp_traverse"}, {72, "Py_tp_members"},  {73, "Py_tp_getset"},
    {74, "Py_tp_free"},     {80, "Py_tp_finalize"},
};
/* Numbered anew since 3.15 (Include/slots_generated.h). */
enum { FIRST_NEW_MODULE_SLOT = 84 };
static const char *const module_slot_names[] = {
    "Py_mod_create", "Py_mod_exec", "Py_mod_multiple_interpreters", "Py_mod_gil"};

static const char *
slot_name(struct arena *arena, const struct initializer *id, bool is_module)
{
    const struct source_file *file = id->file;
    if (!id->from_macro && file != NULL && file->is_project && id->end <= file->size
        && id->end > id->begin)
    {
        const char *text =
            arena_copy(arena, file->text + id->begin, id->end - id->begin);
        if (string_starts(text, "Py_")) {
            return text;
        }
    }
    if (!id->value->has_value) {
        return "";
    }
    int64_t number = id->value->value;
    if (is_module) {
        number -= number >= FIRST_NEW_MODULE_SLOT ? FIRST_NEW_MODULE_SLOT : 1;
        bool is_known = number >= 0 && number < (int)ARRAY_LENGTH(module_slot_names);
        return is_known ? module_slot_names[number] : "";
    }
    for (size_t i = 0; i < ARRAY_LENGTH(type_slot_names); i++) {
        if (type_slot_names[i].number == number) {
            return type_slot_names[i].name;
        }
    }
    return "";
}

/* The entries of a slot table, whose structs hold a number and then a value. */
static struct slots
read_slots(struct arena *arena, const struct variable *table, bool is_module)
{
    struct slots slots = {NULL, 0};
    if (table == NULL || table->n_initializers == 0) {
        return slots;
    }
    struct slot *items = ARENA_ARRAY(arena, struct slot, table->n_initializers);
    for (size_t i = 0; i + 1 < table->n_initializers; i++) {
        const struct initializer *id = &table->initializers[i];
        const struct initializer *value = id + 1;
        if (strcmp(id->field, "slot") != 0 || value->element != id->element
            || id->is_zero)
        {
            continue;
        }
        items[slots.n_items++] = (struct slot){
            .name = slot_name(arena, id, is_module),
            .value = value->value,
            .initializer = value,
            .function = node_function(value->value),
        };
    }
    slots.items = items;
    return slots;
}

static const struct slot *
find_slot(const struct slots *slots, const char *name)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        if (strcmp(slots->items[i].name, name) == 0) {
            return &slots->items[i];
        }
    }
    return NULL;
}

const struct function *
slots_function(const struct slots *slots, const char *name)
{
    const struct slot *slot = find_slot(slots, name);
    return slot ? slot->function : NULL;
}

bool
slots_have(const struct slots *slots, const char *name)
{
    return find_slot(slots, name) != NULL;
}

/* --- modules ------------------------------------------------------------- */

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

/* Is NODE `return -1` (or another failure) after raising ImportError? */
static bool
raises_import_error(const struct node *block)
{
    bool raises = false, leaves = false;
    for (const struct node *node = block; node; node = node_after(node, block)) {
        if (node->kind == NODE_NAME && node->variable != NULL
            && strcmp(node->variable->name, "PyExc_ImportError") == 0)
        {
            raises = true;
        }
        leaves = leaves || node->kind == NODE_RETURN || node->kind == NODE_GOTO;
    }
    return raises && leaves;
}

/* The guide's opt-out: an exec function that fails with ImportError when a
 * static says that the module was loaded before. */
static bool
is_guard(const struct node *node)
{
    if (node->kind != NODE_IF || node->first == NULL || node->first->next == NULL
        || !raises_import_error(node->first->next))
    {
        return false;
    }
    const struct node *condition = node->first;
    for (const struct node *part = condition; part; part = node_after(part, condition))
    {
        if (part->kind == NODE_NAME && part->variable != NULL
            && variable_is_static(part->variable) && part->variable->in_project)
        {
            return true;
        }
    }
    return false;
}

static bool
has_guard(const struct slots *slots)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct function *exec = slots->items[i].function;
        if (strcmp(slots->items[i].name, "Py_mod_exec") != 0 || exec == NULL) {
            continue;
        }
        for (const struct node *node = exec->body; node;
             node = node_after(node, exec->body))
        {
            if (is_guard(node)) {
                return true;
            }
        }
    }
    return false;
}

static void
read_module(struct arena *arena, struct module *module, const struct variable *variable)
{
    module->variable = variable;
    const struct initializer *slots = variable_initializer(variable, "m_slots");
    module->is_multi_phase = slots != NULL && !slots->is_zero;
    if (module->is_multi_phase) {
        module->slots = read_slots(arena, node_variable(slots->value), true);
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
    module->claim_slot = find_slot(&module->slots, "Py_mod_multiple_interpreters");
    module->claim = read_claim(module->claim_slot);
    module->is_guarded = has_guard(&module->slots);
}

static void
read_type(struct arena *arena, struct heap_type *type, const struct variable *variable)
{
    type->variable = variable;
    const struct initializer *flags = variable_initializer(variable, "flags");
    if (flags != NULL) {
        type->has_flags = flags->value->has_value;
        type->flags = flags->value->value;
    }
    const struct initializer *slots = variable_initializer(variable, "slots");
    if (slots != NULL) {
        type->slots = read_slots(arena, node_variable(slots->value), false);
    }
}

static void
read_definitions(struct extension *extension)
{
    const struct source *source = extension->source;
    struct module *modules = NULL;
    struct heap_type *types = NULL;
    size_t modules_capacity = 0, types_capacity = 0;
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (!variable_is_static(variable) || variable->type == NULL
            || variable->type->kind != TYPE_RECORD
            || variable->storage == STORAGE_EXTERN)
        {
            continue;
        }
        if (type_is_record(variable->type, "PyModuleDef")) {
            ARENA_GROW(extension->arena, modules, extension->n_modules,
                       modules_capacity);
            read_module(extension->arena, &modules[extension->n_modules++], variable);
        }
        else if (type_is_record(variable->type, "PyType_Spec")) {
            ARENA_GROW(extension->arena, types, extension->n_types, types_capacity);
            read_type(extension->arena, &types[extension->n_types++], variable);
        }
    }
    extension->modules = modules;
    extension->types = types;
}

/* --- what runs when ------------------------------------------------------ */

static bool
is_import_root(const struct extension *extension, const struct function *function)
{
    if (string_starts(function->name, "PyInit_")
        || string_starts(function->name, "PyInitU_"))
    {
        return true;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct slots *slots = &extension->modules[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            if (slots->items[k].function == function
                && (strcmp(slots->items[k].name, "Py_mod_exec") == 0
                    || strcmp(slots->items[k].name, "Py_mod_create") == 0))
            {
                return true;
            }
        }
    }
    return false;
}

/* Is USE the callee of a call, or handed to what calls it once? */
static bool
is_call_or_once(const struct node *use, bool *out_once)
{
    const struct node *child = use, *parent = use->parent;
    while (parent != NULL
           && (parent->kind == NODE_PAREN || parent->kind == NODE_CAST
               || (parent->kind == NODE_UNARY && parent->op == OP_ADDRESS)))
    {
        child = parent;
        parent = parent->parent;
    }
    if (parent == NULL || parent->kind != NODE_CALL) {
        return false;
    }
    *out_once = strcmp(call_name(parent), "pthread_once") == 0
                || strcmp(call_name(parent), "call_once") == 0;
    return *out_once || parent->first == child;
}

/* Is every use of FUNCTION a call out of a function that runs at import? */
static bool
is_used_at_import_only(const struct extension *extension,
                       const struct function *function)
{
    if (function->n_uses == 0 || function->body == NULL) {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        bool once = false;
        if (!is_call_or_once(use, &once)) {
            return false;
        }
        if (!once
            && (use->within == NULL || !use->within->in_project
                || !extension->runs_only_at_import[use->within->id]))
        {
            return false;
        }
    }
    return true;
}

/* The greatest set closed under "called only from within": begin with all,
 * take away until nothing changes. */
static void
find_import_code(struct extension *extension)
{
    const struct source *source = extension->source;
    bool *set = extension->runs_only_at_import;
    bool *is_root = ARENA_ARRAY(extension->arena, bool, source->n_functions);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        is_root[function->id] = is_import_root(extension, function);
        set[function->id] = is_root[function->id] || function->body != NULL;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            if (set[function->id] && !is_root[function->id]
                && !is_used_at_import_only(extension, function))
            {
                set[function->id] = false;
                changed = true;
            }
        }
    }
}

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

static void
find_dead_code(struct extension *extension)
{
    const struct source *source = extension->source;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            if (!extension->is_dead[function->id] && function->is_static
                && !is_used_by_living(extension, function))
            {
                extension->is_dead[function->id] = true;
                changed = true;
            }
        }
    }
}

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
    if (variable->storage == STORAGE_GLOBAL) {
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

static const struct source_file *
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
    return true;
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

struct extension *
extension_read(struct arena *arena, const struct source *source)
{
    struct extension *extension = ARENA_NEW(arena, struct extension);
    extension->arena = arena;
    extension->source = source;
    extension->runs_only_at_import = ARENA_ARRAY(arena, bool, source->n_functions);
    extension->is_dead = ARENA_ARRAY(arena, bool, source->n_functions);
    read_definitions(extension);
    find_import_code(extension);
    find_dead_code(extension);
    return extension;
}
