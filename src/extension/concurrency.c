#include "extension/concurrency.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/call_targets.h"
#include "extension/calls.h"
#include "extension/conditional.h"
#include "extension/expression.h"
#include "extension/held_locks.h"
#include "extension/lock.h"
#include "extension/lock_macro.h"
#include "extension/methods.h"
#include "extension/module_state.h"
#include "model/locking.h"
#include "model/tokens.h"

enum {
    PARAMETERS_MOST = 32,
    ORIGIN_DEPTH = 8, /* locals behind locals */
    TARGETS_MOST = 16, /* of a call through a pointer */
    GIL_NOT_USED = 1, /* Py_MOD_GIL_NOT_USED: Include/moduleobject.h */
    /* PY_VERSION_HEX of the first Python whose free-threaded build is supported. */
    FREE_THREADED_VERSION = 0x030e00f0,
};

/* By function id. */
struct concurrency {
    bool is_read;
    bool *is_run;     /* several threads may be in it */
    uint32_t *shared; /* a bit for each parameter that is an object they share */
    const struct function **changed; /* whose callees have to follow */
    size_t n_changed, capacity;
    struct given *given; /* whatever locks are held; NULL: not yet read */
    const struct conditions *conditions; /* of a build without the GIL; NULL: not yet */
    const struct lock_macros *macros;    /* that lock in that build only */
};

/* What callers give a function that threads run, with locks or without. */
struct given {
    bool is_entered;
    uint32_t objects; /* a bit for each parameter that is an object they share */
    uint32_t open;    /* those whose own critical section some caller does not hold */
};

struct concurrency *
concurrency_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct concurrency);
}

/* --- what is declared ------------------------------------------------------ */

const struct node *
gil_claim_read(const struct extension *extension, const struct module *module)
{
    const struct slot *slot = slots_find(&module->slots, "Py_mod_gil");
    if (slot != NULL) {
        const struct node *value = slot->value;
        return value != NULL && value->has_value && value->value == GIL_NOT_USED ? value
                                                                                 : NULL;
    }
    for (size_t i = 0; i < extension->source->n_functions; i++) {
        const struct function *function = extension->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *value = CALL_IS(call, "PyUnstable_Module_SetGIL")
                                           ? call_argument(call, 1)
                                           : NULL;
            if (value != NULL && value->has_value && value->value == GIL_NOT_USED
                && module_holds_file(extension, module, function->file))
            {
                return call;
            }
        }
    }
    return NULL;
}

/* --- what is shared -------------------------------------------------------- */

/* What NODE gives behind a comma, or where it does not choose a null pointer. */
static const struct node *
chosen(const struct node *node)
{
    if (node->kind == NODE_BINARY && node->op == ',') {
        return node->first->next;
    }
    const struct node *yes =
        node->kind == NODE_CONDITIONAL ? node_child(node, 1) : NULL;
    const struct node *no = yes != NULL ? yes->next : NULL;
    return no == NULL ? NULL : node_is_null(no) ? yes : node_is_null(yes) ? no : NULL;
}

const struct node *
node_origin(const struct node *node)
{
    for (int depth = 0; node != NULL && depth < ORIGIN_DEPTH; depth++) {
        node = node_resolved(node);
        const struct node *part = node != NULL ? chosen(node) : NULL;
        if (part != NULL) {
            node = part;
            continue;
        }
        const struct variable *local =
            node != NULL && node->kind == NODE_NAME ? node->variable : NULL;
        const struct node *value =
            local != NULL && !local->is_parameter && local->storage == STORAGE_AUTOMATIC
                ? variable_only_object(local)
                : NULL;
        if (value == NULL) {
            return node;
        }
        node = value;
    }
    return node;
}

static size_t
parameter_number(const struct function *function, const struct variable *variable)
{
    size_t i = 0;
    while (i < function->n_parameters && function->parameters[i] != variable) {
        i++;
    }
    return i;
}

static bool
is_reassigned(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written) {
            return true;
        }
    }
    return false;
}

/* Is LOCAL what PyArg_ParseTuple and the like put an argument into? */
static bool
is_parsed(const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *call =
            local->uses[i]->is_address_taken ? call_around(local->uses[i], NULL) : NULL;
        const char *name = call != NULL ? call_name(call) : "";
        if (string_starts(name, "PyArg_Parse") || string_starts(name, "_PyArg_Parse")
            || strcmp(name, "PyArg_UnpackTuple") == 0)
        {
            return type_is_object_pointer(local->type);
        }
    }
    return false;
}

/* Is NODE an item of the arguments of its function: `args[i]`, PyTuple_GET_ITEM(args, i)? */
static bool
is_item_of_arguments(const struct node *node)
{
    const struct node *items = node->kind == NODE_SUBSCRIPT ? node_origin(node->first)
                               : CALL_IS(node, "PyTuple_GetItem")
                                   ? node_origin(call_argument(node, 0))
                                   : NULL;
    const struct type *object =
        items != NULL && items->kind == NODE_MEMBER ? member_object_type(items) : NULL;
    if (object != NULL && type_is_record(object->target, "PyTupleObject")) {
        items = node_origin(items->first); /* ((PyTupleObject *)args)->ob_item */
    }
    return items != NULL && items->kind == NODE_NAME && items->variable != NULL
           && items->variable->is_parameter && node->type != NULL
           && type_is_object_pointer(node->type);
}

/* Is ORIGIN an argument that the caller of its function gives, one of PARAMETERS, or taken
 * from the arguments of Python code? */
static bool
is_argument(const struct node *origin, uint32_t parameters)
{
    const struct function *function = origin->within;
    if (origin->kind != NODE_NAME || origin->variable == NULL) {
        return is_item_of_arguments(origin);
    }
    if (!origin->variable->is_parameter) {
        return origin->variable->storage == STORAGE_AUTOMATIC
               && is_parsed(origin->variable);
    }
    size_t i = parameter_number(function, origin->variable);
    return i < PARAMETERS_MOST && i < function->n_parameters
           && (parameters >> i & 1) != 0 && !is_reassigned(origin->variable);
}

/* The number of the parameter of FUNCTION that is a capsule, where all that FUNCTION returns
 * is its memory, or NULL; PARAMETERS_MOST: it returns something else. */
static size_t
capsule_parameter(const struct function *function)
{
    const struct node *root = function != NULL ? function->body : NULL;
    size_t found = PARAMETERS_MOST;
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        const struct node *value =
            at->kind == NODE_RETURN && at->first != NULL ? node_origin(at->first) : NULL;
        if (value == NULL || node_is_null(value)) {
            continue;
        }
        const struct node *capsule =
            CALL_IS(value, "PyCapsule_GetPointer") ? call_argument(value, 0) : NULL;
        const struct variable *variable =
            capsule != NULL ? node_resolved_variable(capsule) : NULL;
        size_t i = variable != NULL ? parameter_number(function, variable) : PARAMETERS_MOST;
        if (i >= function->n_parameters || (found != PARAMETERS_MOST && found != i)) {
            return PARAMETERS_MOST;
        }
        found = i;
    }
    return found;
}

/* The capsule whose memory ORIGIN is; NULL: it is none. */
static const struct node *
capsule_behind(const struct node *origin)
{
    if (origin == NULL || origin->kind != NODE_CALL) {
        return NULL;
    }
    if (CALL_IS(origin, "PyCapsule_GetPointer")) {
        return call_argument(origin, 0);
    }
    size_t i = capsule_parameter(call_target(origin));
    return i < PARAMETERS_MOST ? call_argument(origin, i) : NULL;
}

static bool is_shared_member(const struct extension *extension, const struct node *node);

/* Is CAPSULE given by the caller, or kept where threads share it? */
static bool
capsule_is_shared(const struct extension *extension, const struct node *capsule)
{
    const struct node *origin = node_origin(capsule);
    return origin != NULL && capsule_behind(origin) == NULL
           && (node_is_shared(extension, origin) || is_shared_member(extension, origin));
}

bool
node_is_shared(const struct extension *extension, const struct node *node)
{
    const struct node *origin = node_origin(node);
    const struct function *function = origin != NULL ? origin->within : NULL;
    const struct node *capsule = capsule_behind(origin);
    if (capsule != NULL) {
        return capsule_is_shared(extension, capsule);
    }
    return function != NULL && function_is_concurrent(extension, function)
           && is_argument(origin, extension->concurrency->shared[function->id]);
}

/* --- where CPython calls --------------------------------------------------- */

/* Is it new that FUNCTION is run by several threads, and SHARED are its parameters that
 * they share? */
static bool
is_news(const struct extension *extension, const struct function *function,
        uint32_t shared)
{
    const struct concurrency *concurrency = extension->concurrency;
    return function != NULL && function->in_project && function->body != NULL
           && !function_runs_only_at_import(extension, function)
           && (!concurrency->is_run[function->id]
               || (shared & ~concurrency->shared[function->id]) != 0);
}

static void
spread_to(const struct extension *extension, const struct function *function,
          uint32_t shared)
{
    struct concurrency *concurrency = extension->concurrency;
    if (!is_news(extension, function, shared)) {
        return;
    }
    concurrency->is_run[function->id] = true;
    concurrency->shared[function->id] |= shared;
    ARENA_GROW(extension->arena, concurrency->changed, concurrency->n_changed,
               concurrency->capacity);
    concurrency->changed[concurrency->n_changed++] = function;
}

/* The parameters of FUNCTION from number FIRST on that are objects. */
static uint32_t
objects_from(const struct function *function, size_t first)
{
    uint32_t bits = 0;
    for (size_t i = first; function != NULL && i < function->n_parameters; i++) {
        if (i < PARAMETERS_MOST
            && type_is_object_pointer(function->parameters[i]->type))
        {
            bits |= UINT32_C(1) << i;
        }
    }
    return bits;
}

/* Does Python call METHOD in the child of a fork only, where there is one thread yet?  The names
 * are those of Lib/threading.py and Lib/multiprocessing/synchronize.py. */
static bool
runs_after_fork(const struct method *method)
{
    return strcmp(method->name, "_after_fork") == 0
           || strcmp(method->name, "_at_fork_reinit") == 0;
}

static void
read_method(const struct extension *extension, const struct method *method)
{
    if (runs_after_fork(method)) {
        return;
    }
    bool has_self = method->module == NULL
                    && method_receiver(TABLE_TYPE, method->flags) == RECEIVER_SELF;
    uint32_t shared = has_self ? 1 : 0;
    if ((method->flags & METHOD_FLAG_O) != 0) {
        shared |= objects_from(method->function, 1);
    }
    spread_to(extension, method->function, shared);
}

static void
read_slot(const struct extension *extension, const struct slot_kind *kind,
          const struct function *function)
{
    static const char *const unshared[] = {"Py_tp_call", "Py_tp_init", "Py_tp_new"};
    if (kind == NULL || kind->n_parameters < 0
        || strcmp(kind->name, "Py_tp_traverse") == 0
        || strcmp(kind->name, "Py_tp_clear") == 0)
    {
        return;
    }
    bool has_self =
        kind->receiver == RECEIVER_SELF || kind->receiver == RECEIVER_OPERANDS;
    uint32_t shared = has_self ? objects_from(function, 0) : 0;
    for (size_t i = 0; i < ARRAY_LENGTH(unshared); i++) {
        if (strcmp(kind->name, unshared[i]) == 0) {
            shared &= i == 0 ? 1 : 0; /* the callable of tp_call */
        }
    }
    spread_to(extension, function, shared);
}

static void
read_accessors(const struct extension *extension, const struct variable *table)
{
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if (strcmp(at->field, "get") == 0 || strcmp(at->field, "set") == 0) {
            const struct function *function = node_function(at->value);
            spread_to(extension, function, objects_from(function, 0));
        }
    }
}

static void
read_heap_type(const struct extension *extension, const struct heap_type *type)
{
    for (size_t i = 0; i < type->slots.n_items; i++) {
        const struct slot *slot = &type->slots.items[i];
        if (strcmp(slot->name, "Py_tp_getset") == 0) {
            read_accessors(extension, node_variable(slot->value));
        }
        read_slot(extension, slot_kind_find(slot->name), slot->function);
    }
}

static void
read_static_type(const struct extension *extension, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *at = &variable->initializers[i];
        if (!record_is_type(at->record)) {
            continue;
        }
        if (strcmp(at->field, "tp_getset") == 0) {
            read_accessors(extension, node_variable(at->value));
        }
        read_slot(extension, slot_kind_of_field(at->field), node_function(at->value));
    }
}

/* --- builds without the GIL ------------------------------------------------ */

static const struct conditions *
conditions_without_gil(const struct extension *extension)
{
    struct concurrency *concurrency = extension->concurrency;
    if (concurrency->conditions == NULL) {
        const struct build build = {.version = FREE_THREADED_VERSION,
                                    .knows_gil = true,
                                    .is_free_threaded = true};
        concurrency->conditions =
            conditions_new(extension->arena, extension->source, &build);
    }
    return concurrency->conditions;
}

static const struct lock_macros *
lock_macros_of(const struct extension *extension)
{
    struct concurrency *concurrency = extension->concurrency;
    if (concurrency->macros == NULL) {
        concurrency->macros = lock_macros_read(extension->arena, extension->source,
                                               conditions_without_gil(extension));
    }
    return concurrency->macros;
}

bool
place_may_be_without_gil(const struct extension *extension, const struct source_file *file,
                         uint32_t offset)
{
    return conditions_at(conditions_without_gil(extension), file, offset) != TRUTH_NO;
}

/* May such a build have NODE? */
static bool
runs_without_gil(const struct extension *extension, const struct node *node)
{
    return node->file != NULL
           && place_may_be_without_gil(extension, node->file, node->begin);
}

/* Does code of CALL's function that is not compiled name the function that CALL calls, and
 * take no lock? */
static bool
is_called_unlocked_elsewhere(const struct node *call)
{
    const struct node *root = call->within->body;
    const struct source_file *file = call->file;
    bool is_called = false;
    for (size_t i = source_token(file, root->begin);
         root->file == file && i < file->n_tokens && file->tokens[i].begin < root->end;
         i++)
    {
        char name[LOCKING_NAME_MOST + 1];
        const struct token *token = &file->tokens[i];
        size_t size = token->end - token->begin;
        if (!token->inactive || token->kind != TOKEN_IDENTIFIER) {
            continue;
        }
        is_called = is_called || token_is(file, i, call_name(call));
        if (size <= LOCKING_NAME_MOST) {
            memcpy(name, file->text + token->begin, size);
            name[size] = '\0';
            if (locking_of(name) != LOCKING_NONE) {
                return false;
            }
        }
    }
    return is_called;
}

/* Does a build without the GIL call what CALL calls as CALL does? */
static bool
is_called_without_gil(const struct extension *extension, const struct node *call)
{
    return runs_without_gil(extension, call)
           || (call->file != NULL && is_called_unlocked_elsewhere(call));
}

/* --- what they call -------------------------------------------------------- */

/* Is NODE a member of what threads share? */
static bool
is_shared_member(const struct extension *extension, const struct node *node)
{
    return node->kind == NODE_MEMBER && node->op == '>' && node->first != NULL
           && (type_points_to_state(extension, node->first->type)
               || node_is_shared(extension, node->first));
}

/* Does NODE point to a struct of the project's that is no object? */
static bool
points_to_plain_struct(const struct node *node)
{
    const struct type *type = node->type;
    const struct record *record = type != NULL && type->kind == TYPE_POINTER
                                          && type->target != NULL && !type->target->is_const
                                          && type->target->kind == TYPE_RECORD
                                      ? type->target->record
                                      : NULL;
    return record != NULL && record->file != NULL && record->file->is_project
           && !record_is_object(record);
}

/* Is NODE the address of a part of what threads share, `&self->range`, or the struct that a
 * part points to, `self->table`?  A local may have been taken out of it under a lock. */
static bool
is_shared_part(const struct extension *extension, const struct node *node)
{
    node = node_bare(node);
    if (node->kind == NODE_MEMBER && points_to_plain_struct(node)) {
        return is_shared_member(extension, node);
    }
    if (node->kind != NODE_UNARY || node->op != OP_ADDRESS) {
        return false;
    }
    const struct node *part = node_bare(node->first);
    while (part->kind == NODE_MEMBER && part->op == '.' && part->first != NULL) {
        part = node_bare(part->first);
    }
    return part->type != NULL && part->type->kind == TYPE_RECORD
           && is_shared_member(extension, part);
}

static void
follow_call(const struct extension *extension, const struct node *call,
            const struct function *target)
{
    uint32_t shared = 0;
    for (size_t k = 0; k < target->n_parameters && k < PARAMETERS_MOST; k++) {
        const struct node *argument = call_argument(call, k);
        if (argument != NULL
            && (node_is_shared(extension, argument) || is_shared_part(extension, argument)))
        {
            shared |= UINT32_C(1) << k;
        }
    }
    /* Whether a lock is held is asked last: it takes the longest. */
    if (is_news(extension, target, shared) && is_called_without_gil(extension, call)
        && !node_is_locked_here(call))
    {
        spread_to(extension, target, shared);
    }
}

static void
follow_calls(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct function *targets[TARGETS_MOST];
        size_t n_targets = call_targets(extension, call, targets, TARGETS_MOST);
        for (size_t k = 0; k < n_targets; k++) {
            follow_call(extension, call, targets[k]);
        }
    }
}

static void
concurrency_read(const struct extension *extension)
{
    struct concurrency *concurrency = extension->concurrency;
    const struct source *source = extension->source;
    concurrency->is_read = true;
    concurrency->is_run = ARENA_ARRAY(extension->arena, bool, source->n_functions + 1);
    concurrency->shared =
        ARENA_ARRAY(extension->arena, uint32_t, source->n_functions + 1);
    for (size_t i = 0; i < extension->n_methods; i++) {
        read_method(extension, &extension->methods[i]);
    }
    for (size_t i = 0; i < extension->n_types; i++) {
        read_heap_type(extension, &extension->types[i]);
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable_is_static(variable) && variable->type != NULL
            && type_is_record(variable->type, "PyTypeObject"))
        {
            read_static_type(extension, variable);
        }
    }
    for (size_t i = 0; i < concurrency->n_changed; i++) {
        follow_calls(extension, concurrency->changed[i]);
    }
}

/* --- what holds no lock of its own ------------------------------------------- */

/* Is one of HELD a critical section of the object ORIGIN, or of what cannot be told? */
static bool
holds_section(const struct held_locks *held, const struct node *origin)
{
    const struct variable *object = origin->kind == NODE_NAME ? origin->variable : NULL;
    for (size_t i = 0; i < held->n_items; i++) {
        const struct held_lock *lock = &held->items[i];
        const struct variable *locked = variable_origin(lock->variable);
        const struct node *value =
            locked != NULL && !locked->is_parameter ? variable_only_object(locked) : NULL;
        if (lock->is_section
            && (lock->kind == HELD_UNKNOWN || (object != NULL && locked == object)
                || (value != NULL && node_origin(value) == origin)))
        {
            return true;
        }
    }
    return false;
}

/* Can the object ORIGIN be used by others while NODE, of its function, runs? */
static bool
is_open_at(const struct extension *extension, const struct node *origin,
           const struct node *node)
{
    const struct given *given = &extension->concurrency->given[node->within->id];
    struct held_locks held;
    if (origin->kind == NODE_NAME && origin->variable != NULL
        && origin->variable->is_parameter && !is_argument(origin, given->open))
    {
        return false;
    }
    held_locks_read(extension, node, &held);
    return !holds_section(&held, origin);
}

static void
give(const struct extension *extension, const struct function *function,
     const struct given *news)
{
    struct concurrency *concurrency = extension->concurrency;
    struct given *given = &concurrency->given[function->id];
    if (given->is_entered && (news->objects & ~given->objects) == 0
        && (news->open & ~given->open) == 0)
    {
        return;
    }
    given->is_entered = true;
    given->objects |= news->objects;
    given->open |= news->open;
    ARENA_GROW(extension->arena, concurrency->changed, concurrency->n_changed,
               concurrency->capacity);
    concurrency->changed[concurrency->n_changed++] = function;
}

static void
give_on(const struct extension *extension, const struct function *function)
{
    const struct given *given = &extension->concurrency->given[function->id];
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct function *target = call_target(call);
        struct given news = {.is_entered = true};
        if (target == NULL || !target->in_project || target->body == NULL
            || function_runs_only_at_import(extension, target)
            || !runs_without_gil(extension, call))
        {
            continue;
        }
        for (size_t k = 0; k < target->n_parameters && k < PARAMETERS_MOST; k++) {
            const struct node *argument = call_argument(call, k);
            const struct node *origin = argument != NULL ? node_origin(argument) : NULL;
            if (origin != NULL && origin->within == function
                && is_argument(origin, given->objects))
            {
                news.objects |= UINT32_C(1) << k;
                news.open |= is_open_at(extension, origin, call) ? UINT32_C(1) << k : 0;
            }
        }
        give(extension, target, &news);
    }
}

static void
given_read(const struct extension *extension)
{
    struct concurrency *concurrency = extension->concurrency;
    const struct source *source = extension->source;
    if (!concurrency->is_read) {
        concurrency_read(extension);
    }
    size_t n_concurrent = concurrency->n_changed;
    concurrency->given =
        ARENA_ARRAY(extension->arena, struct given, source->n_functions + 1);
    for (size_t i = 0; i < source->n_functions; i++) {
        struct given *given = &concurrency->given[i];
        given->is_entered = concurrency->is_run[i];
        given->objects = given->open = concurrency->shared[i];
    }
    for (size_t i = 0; i < n_concurrent; i++) {
        give_on(extension, concurrency->changed[i]);
    }
    for (size_t i = n_concurrent; i < concurrency->n_changed; i++) {
        give_on(extension, concurrency->changed[i]);
    }
}

static const struct given *
given_to(const struct extension *extension, const struct function *function)
{
    if (extension->concurrency->given == NULL) {
        given_read(extension);
    }
    return &extension->concurrency->given[function->id];
}

bool
function_is_entered(const struct extension *extension, const struct function *function)
{
    return function != NULL && function->in_project
           && given_to(extension, function)->is_entered;
}

bool
node_is_public_dict(const struct node *origin)
{
    const struct type *type = origin->kind == NODE_MEMBER && origin->first != NULL
                                      && strcmp(origin->text, "tp_dict") == 0
                                  ? origin->first->type
                                  : NULL;
    return CALL_IS(origin, "PyModule_GetDict", "PyImport_GetModuleDict", "PyType_GetDict",
                   "PyInterpreterState_GetDict")
           || (type != NULL && type->kind == TYPE_POINTER
               && type_is_record(type->target, "PyTypeObject"));
}

bool
object_is_given(const struct extension *extension, const struct node *node,
                const struct node *object)
{
    const struct node *origin = object != NULL ? node_origin(object) : NULL;
    return origin != NULL && node->within != NULL
           && function_is_entered(extension, node->within)
           && (node_is_public_dict(origin)
               || is_argument(origin, given_to(extension, node->within)->objects))
           && runs_without_gil(extension, node);
}

bool
object_may_race(const struct extension *extension, const struct node *node,
                const struct node *object)
{
    return object_is_given(extension, node, object)
           && !node_is_locked_by_macro(lock_macros_of(extension), node)
           && is_open_at(extension, node_origin(object), node);
}

bool
function_is_concurrent(const struct extension *extension,
                       const struct function *function)
{
    if (!extension->concurrency->is_read) {
        concurrency_read(extension);
    }
    return function != NULL && function->in_project
           && extension->concurrency->is_run[function->id];
}

bool
node_may_race(const struct extension *extension, const struct node *node)
{
    return runs_without_gil(extension, node) && !node_is_locked(node)
           && !node_is_locked_by_macro(lock_macros_of(extension), node);
}
