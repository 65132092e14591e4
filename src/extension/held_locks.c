#include "extension/held_locks.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/lock.h"
#include "model/lock.h"
#include "model/locking.h"
#include "model/tokens.h"

const struct variable *
variable_origin(const struct variable *variable)
{
    enum { DEPTH = 8 };
    for (int depth = 0; variable != NULL && depth < DEPTH; depth++) {
        const struct node *value =
            variable->is_parameter ? NULL : variable_only_value(variable);
        value = value != NULL ? node_resolved(value) : NULL;
        if (value == NULL || value->kind != NODE_NAME || value->variable == NULL) {
            return variable;
        }
        variable = value->variable;
    }
    return variable;
}

static void
add(struct held_locks *held, struct held_lock lock)
{
    if (held->n_items < HELD_MOST) {
        held->items[held->n_items++] = lock;
    }
}

/* The local or parameter of a function that MEMBER is a part of, and not of what a pointer leads
 * to: a copy that each call has for itself; NULL: none. */
static const struct variable *
copied_struct(const struct node *member)
{
    const struct node *whole =
        member->type == NULL || member->type->kind == TYPE_POINTER ? NULL : member;
    while (whole != NULL && whole->kind == NODE_MEMBER && whole->op == '.' && whole->first != NULL) {
        whole = node_bare(whole->first);
    }
    const struct variable *variable = whole != NULL && whole->kind == NODE_NAME ? whole->variable : NULL;
    return variable != NULL && variable->storage == STORAGE_AUTOMATIC
                   && variable->type->kind == TYPE_RECORD
               ? variable
               : NULL;
}

/* The lock that the expression NODE, an address or a handle, names. */
static struct held_lock
lock_named(const struct node *node, const struct node *place)
{
    struct held_lock lock = {HELD_UNKNOWN, false, NULL, "", place};
    const struct node *named = node != NULL ? node_referent(node_resolved(node)) : NULL;
    if (named != NULL && named->kind == NODE_MEMBER) {
        lock.variable = copied_struct(named);
        lock.kind = lock.variable != NULL ? HELD_LOCAL : HELD_FIELD;
        lock.name = lock.variable != NULL ? lock.variable->name : named->text;
    }
    else if (named != NULL && named->kind == NODE_NAME && named->variable != NULL) {
        const struct variable *variable = named->variable;
        lock.variable = variable;
        lock.name = variable->name;
        lock.kind = variable_is_static(variable) ? HELD_VARIABLE
                    : !variable->is_parameter && type_is_lock(variable->type)
                            && variable->type->kind != TYPE_POINTER
                        ? HELD_LOCAL
                        : HELD_UNKNOWN;
    }
    return lock;
}

/* --- critical sections ------------------------------------------------------ */

/* Where in the body of the function of NODE, before NODE, VARIABLE is declared; 0: it is not. */
static uint32_t
declared_before(const struct variable *variable, const struct node *node)
{
    const struct declaration *place = variable_declaration(variable);
    const struct node *body = node->within->body;
    return variable->owner == node->within && place != NULL && place->file == body->file
                   && place->name > body->begin && place->name < node->begin
               ? place->name
               : 0;
}

/* What is called as token I of FILE is, where NODE is: the local that is declared last before
 * it, a parameter, or a variable of the file. */
static const struct variable *
variable_of_token(const struct extension *extension, const struct node *node,
                  const struct source_file *file, size_t i)
{
    const struct function *function = node->within;
    const struct token *token = &file->tokens[i];
    size_t size = token->end - token->begin;
    const char *text = file->text + token->begin;
    const struct variable *found = NULL;
    for (size_t k = 0; k < function->n_parameters; k++) {
        const char *name = function->parameters[k]->name;
        if (strlen(name) == size && memcmp(name, text, size) == 0) {
            found = function->parameters[k];
        }
    }
    uint32_t last = 0;
    for (size_t k = 0; k < extension->source->n_variables; k++) {
        const struct variable *variable = extension->source->variables[k];
        bool is_seen = variable->owner == function || variable->owner == NULL;
        if (!is_seen || strlen(variable->name) != size
            || memcmp(variable->name, text, size) != 0)
        {
            continue;
        }
        uint32_t place = declared_before(variable, node);
        if (place > last || (found == NULL && variable->owner == NULL)) {
            found = variable;
            last = place;
        }
    }
    return found;
}

/* What the tokens [BEGIN, END) of the argument of a section name: a macro of a Python with
 * the GIL leaves nothing of it in the tree. */
static struct held_lock
lock_of_tokens(const struct extension *extension, const struct node *section,
               size_t begin, size_t end, bool is_mutex)
{
    const struct source_file *file = section->file;
    struct held_lock lock = {HELD_UNKNOWN, true, NULL, "", section};
    size_t n_names = 0, last = end;
    bool is_member = false;
    for (size_t i = begin; i < end; i++) {
        const struct token *token = &file->tokens[i];
        if (token->kind == TOKEN_IDENTIFIER) {
            bool is_cast = i + 1 < end && !token_is(file, i + 1, "->")
                           && !token_is(file, i + 1, ".") && i + 1 != end - 1;
            n_names += !is_cast || i + 1 == end;
            last = i;
        }
        is_member = is_member || token_is(file, i, "->") || token_is(file, i, ".");
    }
    if (last == end) {
        return lock;
    }
    if (is_member) {
        const struct token *token = &file->tokens[last];
        lock.kind = is_mutex ? HELD_FIELD : HELD_UNKNOWN;
        lock.name =
            arena_format(extension->arena, "%.*s", (int)(token->end - token->begin),
                         file->text + token->begin);
        return lock;
    }
    /* The object, or a cast of it: the last name. */
    lock.variable = variable_of_token(extension, section, file, last);
    if (lock.variable != NULL) {
        lock.name = lock.variable->name;
        lock.kind = !is_mutex                           ? HELD_SECTION
                    : variable_is_static(lock.variable) ? HELD_VARIABLE
                                                        : HELD_UNKNOWN;
    }
    return lock;
}

static void
add_section(const struct extension *extension, const struct node *section,
            struct held_locks *held)
{
    const struct source_file *file = section->file;
    size_t i = source_token(file, section->begin);
    size_t open = token_after(file, i);
    if (open >= file->n_tokens || !token_is(file, open, "(")) {
        return;
    }
    size_t close = token_closing(file, open);
    const char *use = node_use(extension->source, section);
    bool is_known = string_starts(use, "Py_BEGIN_CRITICAL_SECTION")
                    || string_starts(use, "_Py_BEGIN_CRITICAL_SECTION");
    bool is_mutex = is_known && strstr(use, "MUTEX") != NULL;
    size_t begin = open + 1;
    int depth = 0;
    for (size_t at = open + 1; at <= close && at < file->n_tokens; at++) {
        depth += token_is(file, at, "(") || token_is(file, at, "[");
        if (at == close || (depth == 0 && token_is(file, at, ","))) {
            struct held_lock lock =
                lock_of_tokens(extension, section, begin, at, is_mutex);
            if (!is_known) {
                lock.kind =
                    HELD_UNKNOWN; /* a macro of the project: who knows what it does */
            }
            add(held, lock);
            begin = at + 1;
        }
        depth -= token_is(file, at, ")") || token_is(file, at, "]");
    }
}

/* --- calls ------------------------------------------------------------------ */

/* The argument of CALL, a function of the table, that is the lock. */
static const struct node *
lock_argument(const struct node *call, size_t number)
{
    bool has_token = string_starts(call_name(call), "PyCriticalSection");
    return call_argument(call, has_token ? number + 1 : number);
}

static void
add_taken(const struct node *call, struct held_locks *held)
{
    const char *name = call_name(call);
    bool is_direct = locking_of(name) == LOCKING_TAKES;
    struct held_lock lock = {HELD_UNKNOWN, false, NULL, "", call};
    if (!is_direct) {
        const struct function *function = call_target(call);
        for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
            if (locking_of(call_name(function->calls[i])) == LOCKING_TAKES) {
                lock = lock_named(lock_argument(function->calls[i], 0), call);
                lock.kind = lock.kind == HELD_FIELD || lock.kind == HELD_VARIABLE
                                ? lock.kind
                                : HELD_UNKNOWN;
                break;
            }
        }
        add(held, lock);
        return;
    }
    bool is_section = string_starts(name, "PyCriticalSection");
    size_t n = string_starts(name, "PyCriticalSection2") ? 2 : 1;
    for (size_t i = 0; i < n; i++) {
        const struct node *argument = lock_argument(call, i);
        lock = lock_named(argument, call);
        if (is_section && strstr(name, "Mutex") == NULL) {
            const struct variable *object =
                argument != NULL ? node_resolved_variable(argument) : NULL;
            lock.kind = object != NULL ? HELD_SECTION : HELD_UNKNOWN;
            lock.variable = object;
            lock.name = object != NULL ? object->name : "";
        }
        lock.is_section = is_section;
        add(held, lock);
    }
}

/* A lock that the local of C++ DECLARED holds for as long as its block lasts, where NODE is in
 * that; unless it is made to take it later (std::defer_lock). */
static void
add_holder(const struct node *declared, const struct node *node, struct held_locks *held)
{
    static const char *const deferred[] = {"defer_lock_t"};
    const struct node *block = declared->parent, *made = declared->first;
    while (block != NULL && block->kind != NODE_BLOCK) {
        block = block->parent;
    }
    const struct node *at = node;
    while (at != NULL && at != block) {
        at = at->parent;
    }
    const struct node *mutex = NULL;
    for (const struct node *part = made; part != NULL; part = node_after(part, made)) {
        if (part->type != NULL && type_has_word(part->type, deferred, 1)) {
            return;
        }
        if (mutex == NULL && part->type != NULL && type_is_lock(part->type)
            && (part->kind == NODE_MEMBER || part->kind == NODE_NAME))
        {
            mutex = part;
        }
    }
    if (at != NULL && declared->type != NULL && type_is_lock_holder(declared->type)) {
        add(held, lock_named(mutex, declared));
    }
}

/* Does CALL give back what a local of C++ holds: guard.unlock()?  That local; or NULL. */
static const struct variable *
unlocked_holder(const struct node *call)
{
    const struct node *callee = node_bare(call->first);
    const struct node *object =
        callee != NULL && callee->kind == NODE_MEMBER && callee->first != NULL
            ? node_bare(callee->first)
            : NULL;
    return object != NULL && object->kind == NODE_NAME && object->variable != NULL
                   && type_is_lock_holder(object->variable->type)
               ? object->variable
               : NULL;
}

static void
remove_given(const struct node *call, struct held_locks *held)
{
    const struct variable *holder = unlocked_holder(call);
    for (size_t i = held->n_items; holder != NULL && i-- > 0;) {
        const struct node *place = held->items[i].place;
        if (place->kind == NODE_VARIABLE && place->variable == holder) {
            held->items[i] = held->items[--held->n_items];
            return;
        }
    }
    struct held_lock given =
        locking_of(call_name(call)) == LOCKING_GIVES
                && !string_starts(call_name(call), "PyCriticalSection")
            ? lock_named(lock_argument(call, 0), call)
            : (struct held_lock){HELD_UNKNOWN, false, NULL, "", call};
    for (size_t i = held->n_items; i-- > 0;) {
        const struct held_lock *lock = &held->items[i];
        bool is_same = given.kind == HELD_UNKNOWN
                       || (lock->kind == given.kind && lock->variable == given.variable
                           && strcmp(lock->name, given.name) == 0);
        if (is_same || lock->kind == HELD_UNKNOWN) {
            memmove(&held->items[i], &held->items[i + 1],
                    (held->n_items - i - 1) * sizeof(held->items[0]));
            held->n_items--;
            if (is_same && given.kind != HELD_UNKNOWN) {
                return;
            }
        }
    }
}

void
held_locks_read(const struct extension *extension, const struct node *node,
                struct held_locks *out)
{
    out->n_items = 0;
    const struct node *root = node->within != NULL ? node->within->body : NULL;
    for (const struct node *at = root; at != NULL && at != node;
         at = node_after(at, root))
    {
        if (at->kind == NODE_VARIABLE) {
            add_holder(at, node, out);
            continue;
        }
        if (at->kind != NODE_CALL) {
            continue;
        }
        enum locking effect = lock_effect(at);
        if (effect == LOCKING_NONE || !node_flows_to(at, node)) {
            continue;
        }
        if (effect == LOCKING_TAKES) {
            add_taken(at, out);
        }
        else {
            remove_given(at, out);
        }
    }
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        if (block_is_section(at)) {
            add_section(extension, at, out);
        }
    }
}
