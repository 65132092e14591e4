#include "checks/extension.h"

#include <string.h>

#include "base/strbuf.h"
#include "checks/expression.h"
#include "checks/index.h"
#include "checks/methods.h"
#include "checks/module_state.h"
#include "checks/slots.h"
#include "checks/units.h"
#include "model/locking.h"

enum { ONCE_WRAPPERS = 2 }; /* functions around pthread_once */

/* --- expressions --------------------------------------------------------- */

const struct function *
node_function(const struct node *node)
{
    node = node_referent(node);
    if (node != NULL && node->kind == NODE_CALL) {
        node = node_referent(node_resolved(node));
    }
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

const struct function *
call_target(const struct node *call)
{
    const struct node *callee = node_bare(call->first);
    return call->function != NULL                          ? call->function
           : callee != NULL && callee->kind == NODE_MEMBER ? callee->function
                                                           : NULL;
}

bool
function_visit_calls(const struct function *function, int depth, call_visit *visit,
                     void *data)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        if (visit(function->calls[i], data)) {
            return true;
        }
        const struct function *target = call_target(function->calls[i]);
        if (depth > 0 && target != NULL && target != function
            && function_visit_calls(target, depth - 1, visit, data))
        {
            return true;
        }
    }
    return false;
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

/* Such a condition in FUNCTION, or in what it calls, DEPTH levels down; or NULL. */
static const struct node *
find_guard(const struct function *function, int depth)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (is_guard(node)) {
            return node;
        }
        if (depth > 0 && node->kind == NODE_CALL && node->function != function) {
            const struct node *guard = find_guard(node->function, depth - 1);
            if (guard != NULL) {
                return guard;
            }
        }
    }
    return NULL;
}

static const struct node *
guard_of_slots(const struct slots *slots)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct node *guard = strcmp(slots->items[i].name, "Py_mod_exec") == 0
                                       ? find_guard(slots->items[i].function, 1)
                                       : NULL;
        if (guard != NULL) {
            return guard;
        }
    }
    return NULL;
}

/* What the slots alone say of a module. */
static void
read_module_slots(struct module *module)
{
    module->claim_slot = slots_find(&module->slots, "Py_mod_multiple_interpreters");
    module->claim = read_claim(module->claim_slot);
    module->guard = guard_of_slots(&module->slots);
    module->is_guarded = module->guard != NULL;
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
    read_module_slots(module);
}

/* A module without a definition: the slots that PyModExport_… returns. */
static void
read_exported_module(struct arena *arena, struct module *module,
                     const struct variable *variable)
{
    module->variable = variable;
    module->is_multi_phase = true;
    module->slots = slots_read(arena, variable, true);
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

/* A type made of slots alone: PyType_FromSlots. */
static void
read_slots_type(struct arena *arena, struct heap_type *type,
                const struct variable *variable)
{
    type->variable = variable;
    type->slots = slots_read(arena, variable, false);
    const struct slot *flags = slots_find(&type->slots, "Py_tp_flags");
    type->has_flags = flags != NULL && flags->value->has_value;
    type->flags = type->has_flags ? flags->value->value : 0;
}

static bool
is_exported(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct function *within = variable->uses[i]->within;
        if (within != NULL && string_starts(within->name, "PyModExport_")) {
            return true;
        }
    }
    return false;
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
        type->slots = slots_read(arena, node_variable(slots->value), false);
    }
}

struct definitions {
    struct module *modules;
    struct heap_type *types;
    size_t n_modules, modules_capacity, n_types, types_capacity;
};

static struct module *
add_module(struct arena *arena, struct definitions *found)
{
    ARENA_GROW(arena, found->modules, found->n_modules, found->modules_capacity);
    return &found->modules[found->n_modules++];
}

static struct heap_type *
add_type(struct arena *arena, struct definitions *found)
{
    ARENA_GROW(arena, found->types, found->n_types, found->types_capacity);
    return &found->types[found->n_types++];
}

static void
read_definition(struct arena *arena, struct definitions *found,
                const struct variable *variable)
{
    if (!variable_is_static(variable) || variable->type == NULL
        || variable->storage == STORAGE_EXTERN)
    {
        return;
    }
    bool is_single = variable->type->kind == TYPE_RECORD;
    if (is_single && type_is_record(variable->type, "PyModuleDef")) {
        read_module(arena, add_module(arena, found), variable);
    }
    else if (is_single && type_is_record(variable->type, "PyType_Spec")) {
        read_type(arena, add_type(arena, found), variable);
    }
    else if (type_is_record(variable->type, "PySlot")) {
        if (is_exported(variable)) {
            read_exported_module(arena, add_module(arena, found), variable);
        }
        else {
            read_slots_type(arena, add_type(arena, found), variable);
        }
    }
}

static void
read_definitions(struct extension *extension)
{
    struct definitions found = {0};
    for (size_t i = 0; i < extension->source->n_variables; i++) {
        read_definition(extension->arena, &found, extension->source->variables[i]);
    }
    extension->modules = found.modules;
    extension->n_modules = found.n_modules;
    extension->types = found.types;
    extension->n_types = found.n_types;
}

/* --- what runs when ------------------------------------------------------ */

static bool
is_import_root(const struct extension *extension, const struct function *function)
{
    if (string_starts(function->name, "PyInit_")
        || string_starts(function->name, "PyInitU_")
        || string_starts(function->name, "PyModExport_"))
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

/* The call that USE, below casts, is the callee or an argument of; NULL if none.
 * OUT_CHILD is its child that USE stands in. */
static const struct node *
call_around(const struct node *use, const struct node **out_child)
{
    const struct node *child = use, *parent = use->parent;
    while (parent != NULL
           && (parent->kind == NODE_PAREN || parent->kind == NODE_CAST
               || (parent->kind == NODE_UNARY && parent->op == OP_ADDRESS)))
    {
        child = parent;
        parent = parent->parent;
    }
    *out_child = child;
    return parent != NULL && parent->kind == NODE_CALL ? parent : NULL;
}

/* Does CALL have its argument CHILD run once, itself or by a function of the project that
 * hands it on: `static void once(void (*f)(void)) { pthread_once(&flag, f); }`? */
static bool
runs_once(const struct node *call, const struct node *child, int depth)
{
    if (locking_of(call_name(call)) == LOCKING_RUNS) {
        return true;
    }
    const struct function *function = call->function;
    size_t i = 0;
    for (const struct node *at = call->first->next; at != NULL && at != child;
         at = at->next)
    {
        i++;
    }
    if (function == NULL || function->body == NULL || i >= function->n_parameters
        || call->first == child || depth <= 0)
    {
        return false;
    }
    const struct variable *parameter = function->parameters[i];
    for (size_t k = 0; k < parameter->n_uses; k++) {
        const struct node *inner;
        const struct node *around = call_around(parameter->uses[k], &inner);
        if (around == NULL || !runs_once(around, inner, depth - 1)) {
            return false;
        }
    }
    return parameter->n_uses != 0;
}

/* Is USE the callee of a call, or handed to what calls it once? */
static bool
is_call_or_once(const struct node *use, bool *out_once)
{
    const struct node *child;
    const struct node *call = call_around(use, &child);
    if (call == NULL) {
        return false;
    }
    *out_once = runs_once(call, child, ONCE_WRAPPERS);
    return *out_once || call->first == child;
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
static void
find_dead_code(struct extension *extension)
{
    const struct source *source = extension->source;
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
                && ((function->is_static && !function->is_member)
                    || (function->file != NULL && programs[function->file->id])))
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
    if (variable->storage == STORAGE_GLOBAL && variable->n_uses == 0) {
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
    for (size_t i = 0; i < file->n_mains; i++) {
        if (module->units[file->mains[i]->id]) {
            return true;
        }
    }
    return file->n_mains == 0;
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
    extension->index = index_new(arena);
    extension->runs_only_at_import = ARENA_ARRAY(arena, bool, source->n_functions);
    extension->is_dead = ARENA_ARRAY(arena, bool, source->n_functions);
    read_definitions(extension);
    extension->methods = methods_read(extension, &extension->n_methods);
    find_import_code(extension);
    find_dead_code(extension);
    units_read(extension);
    for (size_t i = 0; i < extension->n_modules; i++) {
        struct module *module = &extension->modules[i];
        module->state = module_state_read(extension, module);
    }
    return extension;
}
