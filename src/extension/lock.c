#include "extension/lock.h"

#include <assert.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/writes.h"
#include "model/lock.h"
#include "model/locking.h"
#include "model/thread_effect.h"
#include "model/tokens.h"

enum { CALLER_DEPTH = 3, CALLEE_DEPTH = 2, ACCESS_DEPTH = 8, TAKEN_MOST = 8 };

/* --- calls --------------------------------------------------------------- */

static enum locking effect_of(const struct node *node, int depth);

static enum locking
effect_of_body(const struct node *root, int depth)
{
    const struct node *taken = NULL, *given = NULL;
    bool is_pending = false;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        enum locking effect = effect_of(node, depth);
        if (effect == LOCKING_TAKES && given != NULL && node_is_unconditional(node)) {
            given = NULL; /* it takes back what it gave for a while */
        }
        else if (effect == LOCKING_TAKES) {
            taken = node;
            is_pending = true;
        }
        else if (effect == LOCKING_GIVES) {
            if (taken == NULL || !node_flows_to(taken, node)) {
                given = node;
            }
            is_pending = is_pending && !node_is_unconditional(node);
        }
    }
    return given != NULL ? LOCKING_GIVES : is_pending ? LOCKING_TAKES : LOCKING_NONE;
}

/* What FUNCTION of the project leaves behind: a lock that it took, and gives back on
 * some of its ways at most; or one that it gave back for its caller, and did not take again. */
static enum locking
effect_of_function(const struct function *function, int depth)
{
    if (function == NULL || function->body == NULL || depth <= 0) {
        return LOCKING_NONE;
    }
    assert((size_t)depth < ARRAY_LENGTH(function->answers->locking));
    uint8_t *answer = &function->answers->locking[depth];
    if (*answer == 0) {
        *answer = (uint8_t)(1 + effect_of_body(function->body, depth - 1));
    }
    return (enum locking)(*answer - 1);
}

/* Clang names the builtins by their size: __sync_lock_release_4. */
static enum locking
effect_of_builtin(const char *name)
{
    return string_starts(name, "__sync_lock_test_and_set")    ? LOCKING_TAKES
           : string_starts(name, "__sync_lock_release")       ? LOCKING_GIVES
           : string_starts(name, "__atomic_test_and_set")     ? LOCKING_TAKES
           : string_starts(name, "__atomic_clear")            ? LOCKING_GIVES
                                                              : LOCKING_NONE;
}

/* Does a loop wait until the value of NODE is what it wants? */
static bool
is_waited_for(const struct node *node)
{
    const struct node *child = node;
    for (const struct node *at = node->parent; at != NULL; child = at, at = at->parent) {
        if (at->kind == NODE_WHILE) {
            return at->first == child;
        }
        if (at->kind == NODE_DO) {
            return at->first != child;
        }
        if (at->kind == NODE_BLOCK || at->kind == NODE_IF || at->kind == NODE_FOR) {
            return false;
        }
    }
    return false;
}

/* The same of an operation of <stdatomic.h>, which is no call: on a flag, or on a number that a
 * loop waits for and makes a constant other than 0. */
static enum locking
effect_of_atomic(const struct node *node)
{
    static const char *const sets[] = {"atomic_flag_test_and_set", "__atomic_test_and_set"};
    static const char *const clears[] = {"atomic_flag_clear", "__atomic_clear"};
    static const char *const swaps[] = {"atomic_exchange", "__atomic_exchange",
                                        "__c11_atomic_exchange"};
    static const char *const compares[] = {"atomic_compare_exchange",
                                           "__atomic_compare_exchange",
                                           "__c11_atomic_compare_exchange"};
    if (node->first == NULL || node->first->next == NULL) {
        return LOCKING_NONE;
    }
    if (node_begins_with(node, sets, ARRAY_LENGTH(sets))) {
        return LOCKING_TAKES;
    }
    if (node_begins_with(node, clears, ARRAY_LENGTH(clears))) {
        return LOCKING_GIVES;
    }
    /* The pointer, the memory order, the value; or what is expected, the order of a failure
     * and the value. */
    bool swaps_value = is_waited_for(node);
    size_t n = !swaps_value                                            ? 0
               : node_begins_with(node, swaps, ARRAY_LENGTH(swaps))       ? 2
               : node_begins_with(node, compares, ARRAY_LENGTH(compares)) ? 4
                                                                          : 0;
    const struct node *value = n != 0 ? node_child(node, n) : NULL;
    value = value != NULL ? node_bare(value) : NULL;
    return value != NULL && value->has_value && value->value != 0 ? LOCKING_TAKES
                                                                  : LOCKING_NONE;
}

/* The same of a method of the standard library's locks: mutex.lock(), and of what wraps
 * them. */
static enum locking
effect_of_method(const struct node *callee)
{
    static const char *const takes[] = {"lock", "try_lock", "try_lock_for",
                                        "lock_shared", "try_lock_shared",
                                        "test_and_set" /* of std::atomic_flag */};
    const struct type *type = callee->first != NULL ? callee->first->type : NULL;
    type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
    if (type == NULL || !(type_is_lock(type) || type_is_lock_holder(type))) {
        return LOCKING_NONE;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(takes); i++) {
        if (strcmp(callee->text, takes[i]) == 0) {
            return LOCKING_TAKES;
        }
    }
    return string_starts(callee->text, "unlock") || strcmp(callee->text, "clear") == 0
               ? LOCKING_GIVES
               : LOCKING_NONE;
}

/* The same of std::atomic, where a loop waits for `busy.exchange(true)`. */
static enum locking
effect_of_exchange(const struct node *call, const struct node *callee)
{
    size_t n = strcmp(callee->text, "exchange") == 0                     ? 0
               : string_starts(callee->text, "compare_exchange_") ? 1
                                                                         : SIZE_MAX;
    const struct node *value = n != SIZE_MAX ? call_argument(call, n) : NULL;
    value = value != NULL ? node_bare(value) : NULL;
    return value != NULL && value->has_value && value->value != 0 && is_waited_for(call)
               ? LOCKING_TAKES
               : LOCKING_NONE;
}

/* Does CALL only try to take a lock, and is it not asked whether it did? */
static bool
is_tried_in_vain(const struct node *call, const struct node *callee)
{
    const char *name = callee != NULL && callee->kind == NODE_MEMBER ? callee->text
                                                                     : call_name(call);
    const struct node *waits =
        CALL_IS(call, "PyThread_acquire_lock") ? call_argument(call, 1) : NULL;
    bool tries = strstr(name, "try") != NULL || strstr(name, "Try") != NULL
                 || (waits != NULL && waits->has_value && waits->value == 0);
    const struct node *parent = node_outer(call)->parent;
    return tries && parent != NULL && parent->kind == NODE_BLOCK;
}

static enum locking
effect_of_call(const struct node *call, int depth)
{
    const struct node *callee = node_bare(call->first);
    enum locking effect = locking_of(call_name(call));
    if (is_tried_in_vain(call, callee)) {
        return LOCKING_NONE;
    }
    if (effect == LOCKING_RUNS) {
        return LOCKING_TAKES; /* what is behind it runs when the function has */
    }
    if (effect == LOCKING_NONE) {
        effect = effect_of_builtin(call_name(call));
    }
    if (effect == LOCKING_NONE && call->function != NULL && !call->function->in_project
        && strcmp(call->function->name, "lock") == 0)
    {
        effect = LOCKING_TAKES; /* std::lock */
    }
    if (effect == LOCKING_NONE && callee != NULL && callee->kind == NODE_MEMBER) {
        effect = effect_of_method(callee);
        effect = effect != LOCKING_NONE ? effect : effect_of_exchange(call, callee);
    }
    return effect != LOCKING_NONE ? effect
                                  : effect_of_function(call_target(call), depth);
}

/* The constructor that makes the local VARIABLE of C++; NULL: none is seen. */
static const struct function *
constructor_of(const struct node *variable)
{
    for (const struct node *node = variable->first; node; node = node->next) {
        if (node->function != NULL && node->function->is_member) {
            return node->function;
        }
    }
    return NULL;
}

/* C++ locks for as long as a local lives. */
static enum locking
effect_of_local(const struct node *variable, int depth)
{
    static const char *const deferred[] = {"defer_lock_t"};
    if (variable->type == NULL || !type_is_lock_holder(variable->type)) {
        return effect_of_function(constructor_of(variable), depth);
    }
    for (const struct node *part = variable->first; part != NULL;
         part = node_after(part, variable))
    {
        if (part->type != NULL && type_has_word(part->type, deferred, 1)) {
            return LOCKING_NONE; /* it takes it later */
        }
    }
    return LOCKING_TAKES;
}

static enum locking
effect_of(const struct node *node, int depth)
{
    return node->kind == NODE_CALL       ? effect_of_call(node, depth)
           : node->kind == NODE_VARIABLE ? effect_of_local(node, depth)
           : node->kind == NODE_OTHER    ? effect_of_atomic(node)
                                         : LOCKING_NONE;
}

static bool is_access_locked(const struct node *node, int depth);

/* --- places -------------------------------------------------------------- */

/* Is BLOCK opened by one macro and closed by another, but for Py_BEGIN_ALLOW_THREADS?  That
 * is what a critical section leaves in headers of a Python with the GIL. */
static bool
is_section(const struct node *block)
{
    const struct source_file *file = block->file;
    size_t i =
        file != NULL && block->kind == NODE_BLOCK && block->origin == ORIGIN_MACRO
            ? source_token(file, block->begin)
            : SIZE_MAX;
    if (i == SIZE_MAX || token_is(file, i, "Py_BEGIN_ALLOW_THREADS")) {
        return false;
    }
    size_t last = token_is(file, i + 1, "(") ? token_closing(file, i + 1) : i;
    return last < file->n_tokens && file->tokens[last].end < block->end;
}

/* Is the thread state detached between the beginning of SECTION and NODE, and not attached
 * again? */
static bool
is_detached_in(const struct node *section, const struct node *node)
{
    bool is_detached = false;
    for (const struct node *at = node->parent; at != section; at = at->parent) {
        const struct source_file *file = at->file;
        if (at->kind == NODE_BLOCK && at->origin == ORIGIN_MACRO && file != NULL
            && token_is(file, source_token(file, at->begin), "Py_BEGIN_ALLOW_THREADS"))
        {
            return true;
        }
    }
    for (const struct node *at = section; at != NULL && at != node;
         at = node_after(at, section))
    {
        enum thread_state_effect effect = at->kind == NODE_CALL
                                              ? thread_state_effect_of(call_name(at))
                                              : THREAD_STATE_KEPT;
        if ((effect == THREAD_STATE_DETACHED || effect == THREAD_STATE_ATTACHED)
            && at->origin != ORIGIN_MACRO && node_flows_to(at, node))
        {
            is_detached = effect == THREAD_STATE_DETACHED;
        }
    }
    return is_detached;
}

static bool
is_in_section(const struct node *node)
{
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        if (is_section(at) && !is_detached_in(at, node)) {
            return true;
        }
    }
    return false;
}

const struct node *
suspended_section(const struct node *node)
{
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        if (is_section(at) && is_detached_in(at, node)) {
            return at;
        }
    }
    return NULL;
}

bool
block_is_section(const struct node *block)
{
    return is_section(block);
}

enum locking
lock_effect(const struct node *node)
{
    return effect_of(node, CALLEE_DEPTH);
}

/* Does CONDITION ask nothing but numbers in locals of the function?  Whether a lock is
 * needed, or held already, is asked of members, parameters and flags of the lock. */
static bool
asks_local_numbers(const struct node *condition)
{
    bool is_asked = false;
    for (const struct node *at = condition; at != NULL; at = node_after(at, condition))
    {
        if (at->kind == NODE_MEMBER || at->kind == NODE_CALL) {
            return false;
        }
        if (at->kind != NODE_NAME) {
            continue;
        }
        const struct variable *local = at->variable;
        const struct node *value = local != NULL && !local->is_parameter
                                           && local->storage == STORAGE_AUTOMATIC
                                           && local->type->kind == TYPE_INTEGER
                                       ? variable_only_value(local)
                                       : NULL;
        value = value != NULL ? node_resolved(value) : NULL;
        if (value == NULL || value->kind != NODE_CALL || value->function == NULL
            || value->function->in_project)
        {
            return false;
        }
        is_asked = true;
    }
    return is_asked;
}

/* Is TAKEN, a call, on one of the ways to NODE only: in a branch that NODE is not in, which
 * has nothing to do with the lock? */
static bool
is_on_one_path(const struct node *taken, const struct node *node)
{
    const struct node *child = taken;
    for (const struct node *at = taken->parent; at != NULL; child = at, at = at->parent)
    {
        if (at->kind != NODE_IF || at->first == child) {
            continue;
        }
        for (const struct node *up = node; up != NULL; up = up->parent) {
            if (up == at) {
                return false;
            }
        }
        bool has_else = at->first->next != NULL && at->first->next->next != NULL;
        if (!has_else && asks_local_numbers(at->first)) {
            return true;
        }
    }
    return false;
}

/* Does a branch that is not compiled, in front of NODE in its function, take a lock?  It
 * does so in another build. */
static bool
is_locked_elsewhere(const struct node *node)
{
    const struct node *root = node->within ? node->within->body : NULL;
    const struct source_file *file = node->file;
    if (root == NULL || file == NULL || root->file != file) {
        return false;
    }
    for (size_t i = source_token(file, root->begin);
         i < file->n_tokens && file->tokens[i].begin < node->begin; i++)
    {
        const struct token *token = &file->tokens[i];
        if (!token->inactive || token->kind != TOKEN_IDENTIFIER) {
            continue;
        }
        char name[LOCKING_NAME_MOST + 1];
        size_t size = token->end - token->begin;
        if (size <= LOCKING_NAME_MOST) {
            memcpy(name, file->text + token->begin, size);
            name[size] = '\0';
            if (locking_of(name) != LOCKING_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* What takes locks that are not given back yet. */
struct taken_locks {
    const struct node *items[TAKEN_MOST];
    size_t n_items;
};

/* Is NODE an operation on a flag or a number that serves as a lock? */
static bool
is_spin(const struct node *node)
{
    const struct node *callee = node->kind == NODE_CALL ? node_bare(node->first) : NULL;
    return node->kind == NODE_OTHER
           || (callee != NULL && effect_of_builtin(call_name(node)) != LOCKING_NONE)
           || (callee != NULL && callee->kind == NODE_MEMBER
               && (strcmp(callee->text, "test_and_set") == 0
                   || strcmp(callee->text, "clear") == 0));
}

/* The lock that CALL, of a function that is nothing else, takes or gives; NULL: it is not
 * seen. */
static const struct node *
named_lock(const struct node *call)
{
    bool is_direct = call->kind == NODE_CALL && locking_of(call_name(call)) != LOCKING_NONE
                     && !string_starts(call_name(call), "PyCriticalSection");
    const struct node *lock = is_direct ? call_argument(call, 0) : NULL;
    return lock != NULL ? node_referent(node_resolved(lock)) : NULL;
}

/* CALL gives a lock back: the one that it names, or all, where that cannot be told. */
static void
give_back(struct taken_locks *taken, const struct node *call)
{
    const struct node *given = named_lock(call);
    size_t n_left = 0, n_known = 0;
    if (is_spin(call)) { /* no lock of another kind */
        for (size_t i = 0; i < taken->n_items; i++) {
            const struct node *lock = taken->items[i];
            if (!is_spin(lock) && (named_lock(lock) != NULL || lock->kind == NODE_VARIABLE)) {
                taken->items[n_left++] = lock;
            }
        }
        taken->n_items = n_left;
        return;
    }
    for (size_t i = 0; given != NULL && i < taken->n_items; i++) {
        const struct node *lock = named_lock(taken->items[i]);
        n_known += lock != NULL && nodes_are_alike(lock, given);
    }
    for (size_t i = 0; n_known > 0 && i < taken->n_items; i++) {
        const struct node *lock = named_lock(taken->items[i]);
        if (lock != NULL && !nodes_are_alike(lock, given)) {
            taken->items[n_left++] = taken->items[i];
        }
    }
    taken->n_items = n_left;
}

/* Does the local that DECLARED declares still live where NODE runs? */
static bool
lives_at(const struct node *declared, const struct node *node)
{
    const struct node *block = declared->parent;
    while (block != NULL && block->kind != NODE_BLOCK) {
        block = block->parent;
    }
    while (node != NULL && node != block) {
        node = node->parent;
    }
    return node != NULL;
}

/* Is TAKEN, a call, what a local begins with that a function gives back at the end of its scope, and
 * has that scope ended where NODE runs? */
static bool
is_cleaned_up(const struct node *taken, const struct node *node)
{
    const struct node *declared = taken;
    while (declared != NULL && declared->kind != NODE_VARIABLE
           && declared->kind != NODE_BLOCK)
    {
        declared = declared->parent;
    }
    return declared != NULL && declared->kind == NODE_VARIABLE && declared->variable != NULL
           && declared->variable->is_cleaned_up && !lives_at(declared, node);
}

static bool
is_locked_here(const struct node *node)
{
    if (is_in_section(node) || is_locked_elsewhere(node)) {
        return true;
    }
    const struct node *root = node->within ? node->within->body : NULL;
    struct taken_locks taken = {.n_items = 0};
    for (const struct node *at = root; at != NULL && at != node;
         at = node_after(at, root))
    {
        enum locking effect = effect_of(at, CALLEE_DEPTH);
        if (effect == LOCKING_NONE
            || (at->kind != NODE_VARIABLE && !node_flows_to(at, node))
            || (at->kind == NODE_VARIABLE && !lives_at(at, node)) || is_cleaned_up(at, node)
            || (effect == LOCKING_TAKES && is_on_one_path(at, node)))
        {
            continue;
        }
        if (effect == LOCKING_GIVES) {
            give_back(&taken, at);
        }
        else if (taken.n_items < TAKEN_MOST) {
            taken.items[taken.n_items++] = at;
        }
    }
    return taken.n_items > 0;
}

static bool
is_locked(const struct node *node, int depth)
{
    if (is_locked_here(node)) {
        return true;
    }
    const struct function *function = node->within;
    if (function == NULL || !function->is_static || function->n_uses == 0 || depth <= 0)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->within == NULL || use->within == function || use->parent == NULL
            || use->parent->kind != NODE_CALL || use->parent->first != use
            || !is_locked(use->parent, depth - 1))
        {
            return false;
        }
    }
    return true;
}

bool
node_is_locked_here(const struct node *node)
{
    return is_locked_here(node);
}

bool
node_is_locked(const struct node *node)
{
    return is_locked(node, CALLER_DEPTH);
}

static bool accesses_are_locked(const struct variable *pointer, int depth);

/* Do all functions that get what FUNCTION returns hold a lock where they use it? */
static bool
results_are_locked(const struct function *function, int depth)
{
    for (size_t i = 0; function != NULL && i < function->n_uses; i++) {
        const struct node *call = function->uses[i]->parent;
        if (call == NULL || call->kind != NODE_CALL || call->first != function->uses[i]
            || !is_access_locked(call, depth - 1))
        {
            return false;
        }
    }
    return function != NULL && function->n_uses != 0;
}

static bool
is_access_locked(const struct node *node, int depth)
{
    if (is_locked(node, CALLER_DEPTH)) {
        return true;
    }
    const struct node *child = node;
    for (const struct node *parent = node->parent; parent != NULL && depth > 0;
         child = parent, parent = parent->parent)
    {
        switch (parent->kind) {
        case NODE_PAREN:
        case NODE_CAST:
        case NODE_UNARY:
            continue;
        case NODE_MEMBER:
            if (parent->type != NULL && type_is_lock(parent->type)) {
                return true;
            }
            continue;
        case NODE_SUBSCRIPT:
            if (parent->first != child) {
                return false;
            }
            continue;
        case NODE_RETURN:
            return results_are_locked(parent->within, depth);
        case NODE_VARIABLE:
            return accesses_are_locked(parent->variable, depth - 1);
        case NODE_ASSIGN:
            return parent->first != child
                   && accesses_are_locked(node_variable(parent->first), depth - 1);
        case NODE_CALL: {
            const struct function *function = parent->function;
            size_t i = parent->first != child ? call_argument_number(parent, child) : 0;
            return locking_of(call_name(parent)) != LOCKING_NONE
                   || (parent->first != child && function != NULL
                       && function->body != NULL && i < function->n_parameters
                       && accesses_are_locked(function->parameters[i], depth - 1));
        }
        default:
            return false;
        }
    }
    return false;
}

/* Do all uses of the local POINTER hold a lock? */
static bool
accesses_are_locked(const struct variable *pointer, int depth)
{
    if (pointer == NULL || pointer->storage != STORAGE_AUTOMATIC || depth <= 0) {
        return false;
    }
    for (size_t i = 0; i < pointer->n_uses; i++) {
        const struct node *use = pointer->uses[i];
        bool is_target = use->parent != NULL && use->parent->kind == NODE_ASSIGN
                         && use->parent->first == use;
        if (!is_target && !node_is_asked(use) && !is_access_locked(use, depth - 1)) {
            return false;
        }
    }
    return pointer->n_uses != 0;
}

bool
access_is_locked(const struct node *node)
{
    return is_access_locked(node, ACCESS_DEPTH);
}

/* Is a lock a part of VARIABLE, a struct? */
static bool
holds_lock(const struct type *type, int depth)
{
    const struct record *record = type->kind == TYPE_RECORD ? type->record : NULL;
    for (size_t i = 0; record != NULL && i < record->n_fields && depth > 0; i++) {
        if (type_is_lock(record->fields[i].type)
            || holds_lock(record->fields[i].type, depth - 1))
        {
            return true;
        }
    }
    return false;
}

bool
variable_is_locked(const struct extension *extension, const struct variable *variable,
                   const struct node **out_unlocked)
{
    const struct node *unlocked = NULL;
    bool is_own = holds_lock(variable->type, ACCESS_DEPTH);
    size_t n_locked = 0;
    for (size_t i = 0; i < variable->n_uses && unlocked == NULL; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == NULL || function_is_dead(extension, use->within)
            || function_runs_only_at_import(extension, use->within))
        {
            continue;
        }
        if (access_is_locked(use)) {
            n_locked++;
        }
        else if (!is_own || use->is_written || use->is_address_taken) {
            unlocked = use;
        }
    }
    if (out_unlocked != NULL) {
        *out_unlocked = unlocked;
    }
    return unlocked == NULL && n_locked != 0;
}

bool
variable_serves_as_lock(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = node_outer_reference(variable->uses[i])->parent;
        if (node == NULL || node->kind != NODE_CALL
            || locking_of(call_name(node)) == LOCKING_NONE)
        {
            return false;
        }
    }
    return variable->n_uses != 0;
}
