/* thread-lock-held: a lock that is no critical section is held while Python code may run, as the
 * finalizer of an object perhaps; that code may need it.  So may a helper that is called, or the next caller, where a path
 * returns without giving it back. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/held_locks.h"
#include "extension/index.h"
#include "extension/lock.h"
#include "extension/mutex.h"
#include "extension/shared_write.h"
#include "model/locking.h"
#include "model/thread_effect.h"

enum { HELPER_DEPTH = 2 };

/* Does FUNCTION give back what LOCK, a call in it, takes: by the name of the same mutex? */
static bool
gives_back(const struct function *function, const struct node *lock)
{
    const struct node *taken = mutex_of(lock);
    for (size_t i = 0; taken != NULL && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct node *given =
            locking_of(call_name(call)) == LOCKING_GIVES ? mutex_of(call) : NULL;
        if (given != NULL && nodes_are_alike(taken, given)) {
            return true;
        }
    }
    return false;
}

/* The mutex that is held where NODE runs, taken by its function; false: none. */
static bool
find_mutex(const struct check *check, const struct node *node, struct held_lock *out)
{
    struct held_locks held;
    held_locks_read(check->extension, node, &held);
    for (size_t i = 0; i < held.n_items; i++) {
        if (!held.items[i].is_section && node_takes_mutex(held.items[i].place))
        {
            *out = held.items[i];
            return true;
        }
    }
    return false;
}

/* Does its function ask for the class of LOCAL: by a macro such as PyLong_CheckExact, or by
 * PyArg_ParseTuple with "O!"? */
static bool
is_of_known_class(const struct check *check, const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i], *child;
        for (const struct node *at = use->parent; at != NULL && at->kind != NODE_BLOCK;
             at = at->parent)
        {
            if (at->origin == ORIGIN_MACRO
                && strstr(node_use(check->source, at), "_Check") != NULL)
            {
                return true;
            }
        }
        const struct node *call = call_around(use, &child);
        if (call != NULL && strstr(call_name(call), "_Check") != NULL) {
            return true;
        }
        for (const struct node *at = call != NULL ? call->first : NULL;
             at != NULL && at->next != child; at = at->next)
        {
            const struct node *before = at->next != NULL ? node_referent(at->next) : NULL;
            if (at->next != NULL && at->next->next == child && before->type != NULL
                && type_is_record(before->type, "PyTypeObject"))
            {
                return true;
            }
        }
    }
    return false;
}

/* May CALL run code that is written in Python: whatever it is given, or because an object that
 * Python code gave has a class of its own? */
static bool
call_runs_python(const struct check *check, const struct node *call)
{
    int argument = asked_argument_of(call_name(call));
    const struct node *object =
        argument >= 0 ? call_argument(call, (size_t)argument) : NULL;
    const struct node *origin = object != NULL ? node_origin(object) : NULL;
    return function_runs_python(call_name(call))
           || (origin != NULL && object_is_given(check->extension, call, object)
               && !(origin->kind == NODE_NAME
                    && is_of_known_class(check, origin->variable)));
}

/* --- references that are released --------------------------------------------------------- */

/* Is VALUE, which ASSIGN stores, an object of any class: one that a caller gave, or that Python
 * code made? */
static bool
is_any_object(const struct check *check, const struct node *assign, const struct node *value)
{
    const struct node *origin = node_origin(value);
    const struct node *taken = origin != NULL ? taken_reference(origin) : NULL;
    origin = taken != NULL ? node_origin(taken) : origin;
    if (origin == NULL) {
        return false;
    }
    if (origin->kind == NODE_CALL) {
        const char *name = call_name(origin);
        return string_starts(name, "PyObject_Call") || string_starts(name, "PyObject_Vectorcall")
               || string_starts(name, "PyIter_Next");
    }
    return object_is_given(check->extension, assign, origin)
           && !(origin->kind == NODE_NAME && is_of_known_class(check, origin->variable));
}

/* Does FUNCTION store an object of any class in the field that MEMBER is? */
static bool
stores_any_object(const struct check *check, const struct function *function,
                  const struct node *member)
{
    const struct node *root = function->body;
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        const struct node *target =
            at->kind == NODE_ASSIGN && at->op == '=' ? node_resolved(at->first) : NULL;
        if (target != NULL && target->kind == NODE_MEMBER
            && strcmp(target->text, member->text) == 0
            && member_record(target) == member_record(member)
            && is_any_object(check, at, at->first->next))
        {
            return true;
        }
    }
    return false;
}

/* The field of what threads share whose reference CALL releases, where that may hold an object
 * of any class, whose finalizer then runs; NULL: it releases none. */
static const struct node *
released_field(const struct check *check, const struct node *call)
{
    const struct node *object = released_reference(call);
    if (object == NULL || object->kind != NODE_MEMBER || object->type == NULL
        || !type_is_object_pointer(object->type)
        || shared_field(check->extension, object) != object)
    {
        return NULL;
    }
    const struct member_uses *uses = members_called(check->extension, object->text);
    const struct function *last = NULL;
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct function *function = uses->items[i]->within;
        if (function != NULL && function != last
            && stores_any_object(check, function, object))
        {
            return object;
        }
        last = function;
    }
    return NULL;
}

/* Does CALL run code that is written in Python: as it stands, or as a finalizer? */
static bool
call_runs_code(const struct check *check, const struct node *call)
{
    return call_runs_python(check, call) || released_field(check, call) != NULL;
}

/* The call in FUNCTION, or in what it calls, that runs Python code with the locks that its
 * caller holds; NULL: none is seen. */
static const struct node *
python_call_in(const struct check *check, const struct function *function, int depth)
{
    for (size_t i = 0; function != NULL && depth > 0 && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (call_runs_code(check, call)) {
            return call;
        }
    }
    for (size_t i = 0; function != NULL && depth > 1 && i < function->n_calls; i++) {
        const struct function *target = call_target(function->calls[i]);
        const struct node *found = target != NULL && target != function
                                       ? python_call_in(check, target, depth - 1)
                                       : NULL;
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* Does FUNCTION give a lock back that it did not take?  Its calls run without it. */
static bool
gives_lock(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyMutex_Unlock", "_PyMutex_Unlock",
                    "pthread_mutex_unlock", "mtx_unlock", "ReleaseSRWLockExclusive",
                    "PyThread_release_lock"))
        {
            return true;
        }
    }
    return false;
}

static void
check_call(struct check *check, const struct node *call, const struct node **told)
{
    const struct function *target = call_target(call);
    const struct node *runs = call_runs_code(check, call) ? call
                              : target != NULL && !gives_lock(target)
                                  ? python_call_in(check, target, HELPER_DEPTH)
                                  : NULL;
    struct held_lock lock;
    if (runs == NULL || !find_mutex(check, call, &lock) || lock.place == *told
        || (node_takes_thread_lock(lock.place) && !gives_back(call->within, lock.place)))
    {
        return;
    }
    *told = lock.place;
    const char *mark = lock.name[0] != '\0' ? "'" : "";
    const char *name = lock.name[0] != '\0' ? lock.name : "a mutex";
    const struct node *field = released_field(check, runs);
    struct finding *finding =
        field != NULL
            ? check_add_node(
                  check, "thread-lock-held", runs, field->text,
                  "the object in '%s' may be released while %s holds %s%s%s; its finalizer "
                  "can be Python code, and if that calls the module again, or waits for a "
                  "thread that does, both wait forever (deadlock): keep the object in a "
                  "local, and release it after the lock",
                  field->text, call->within->name, mark, name, mark)
            : check_add_node(
                  check, "thread-lock-held", runs, runs->within->name,
                  "%s may run Python code while %s holds %s%s%s; if that code calls the "
                  "module again, or waits for a thread that does, both wait forever "
                  "(deadlock): release the lock before the call, or use a critical section",
                  call_name(runs), call->within->name, mark, name, mark);
    finding_add_evidence(check->findings, finding, "%s takes the lock at %s:%u",
                         call->within->name, lock.place->file->path,
                         source_line(lock.place->file, lock.place->begin));
}

/* --- helpers that take the lock again ----------------------------------------------------- */

/* Is INNER, a mutex that the function called by CALL names, the one that HELD is there? */
static bool
is_same_mutex(const struct node *held, const struct node *inner, const struct node *call)
{
    if (held->kind == NODE_NAME || inner->kind == NODE_NAME) {
        return held->kind == inner->kind && held->variable != NULL
               && held->variable == inner->variable && variable_is_static(held->variable);
    }
    const struct variable *object = node_resolved_variable(held->first);
    const struct variable *parameter = node_resolved_variable(inner->first);
    const struct function *target = call_target(call);
    if (strcmp(held->text, inner->text) != 0 || object == NULL || parameter == NULL) {
        return false;
    }
    for (size_t i = 0; i < target->n_parameters; i++) {
        const struct node *argument = call_argument(call, i);
        if (target->parameters[i] == parameter) {
            return argument != NULL && node_resolved_variable(argument) == object;
        }
    }
    return false;
}

/* The call in the function called by CALL that always locks HELD; NULL: none. */
static const struct node *
taken_again(const struct node *held, const struct node *call)
{
    const struct function *target = call_target(call);
    for (size_t i = 0; target != NULL && i < target->n_calls; i++) {
        const struct node *inner = target->calls[i];
        const struct node *mutex = node_takes_mutex(inner) ? mutex_of(inner) : NULL;
        if (locking_of(call_name(inner)) == LOCKING_GIVES) {
            return NULL;
        }
        if (mutex != NULL && node_is_unconditional(inner)
            && is_same_mutex(held, mutex, call))
        {
            return inner;
        }
    }
    return NULL;
}

static void
check_helper(struct check *check, const struct node *call)
{
    struct held_lock lock;
    const struct node *held = call_target(call) != NULL && find_mutex(check, call, &lock)
                                      && !node_takes_thread_lock(lock.place)
                                  ? mutex_of(lock.place)
                                  : NULL;
    const struct node *again = held != NULL ? taken_again(held, call) : NULL;
    if (again == NULL) {
        return;
    }
    struct finding *finding = check_add_node(
        check, "thread-lock-held", call, call->within->name,
        "%s calls %s while it holds '%s', and %s locks it, too; the thread waits for itself "
        "for ever (deadlock): release the lock before the call, or let the helper be called "
        "with it held",
        call->within->name, call_name(call), lock.name, call_name(call));
    finding_add_evidence(check->findings, finding, "%s locks it at %s:%u", call_name(call),
                         again->file->path, source_line(again->file, again->begin));
}

/* --- paths that keep the lock ------------------------------------------------------------- */

static bool
gives_failure(const struct node *node)
{
    const struct node *value = node->first != NULL ? node_bare(node->first) : NULL;
    const struct type *type = node->within->type->target;
    bool is_pointer = type != NULL && type->kind == TYPE_POINTER;
    return value != NULL
           && (is_pointer ? node_is_null(value) : value->has_value && value->value == -1);
}

/* A path that fails returns with the lock, and those that succeed do not: forgotten.  A function
 * that locks for its caller returns with it where it succeeds. */
static void
check_returns(struct check *check, const struct function *function)
{
    const struct node *root = function->body, *failing = NULL;
    struct held_lock kept = {.place = NULL};
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        struct held_lock lock;
        if (node->kind != NODE_RETURN || !find_mutex(check, node, &lock)
            || node_takes_thread_lock(lock.place) || !gives_back(function, lock.place))
        {
            continue;
        }
        if (!gives_failure(node)) {
            return;
        }
        if (failing == NULL) {
            failing = node;
            kept = lock;
        }
    }
    if (failing == NULL || !node_is_unconditional(kept.place)) {
        return;
    }
    struct finding *finding = check_add_node(
        check, "thread-lock-held", failing, function->name,
        "%s returns with %s%s%s locked on this path; the next thread that needs it waits for "
        "ever (deadlock): unlock before the return",
        function->name, kept.name[0] != '\0' ? "'" : "a mutex", kept.name,
        kept.name[0] != '\0' ? "'" : "");
    finding_add_evidence(check->findings, finding, "it takes the lock at %s:%u",
                         kept.place->file->path,
                         source_line(kept.place->file, kept.place->begin));
}

/* --- locked twice ------------------------------------------------------------------------- */

static bool
is_inside(const struct node *node, const struct node *ancestor)
{
    while (node != NULL && node != ancestor) {
        node = node->parent;
    }
    return node != NULL;
}

/* Does CALL lock what its function holds: always, where CALL runs? */
static void
check_again(struct check *check, const struct node *call)
{
    const struct node *mutex =
        node_takes_mutex(call) && !node_takes_thread_lock(call) ? mutex_of(call) : NULL;
    struct held_locks held;
    if (mutex == NULL) {
        return;
    }
    held_locks_read(check->extension, call, &held);
    for (size_t i = 0; i < held.n_items; i++) {
        const struct node *place = held.items[i].place;
        const struct node *taken =
            node_takes_mutex(place) && !node_takes_thread_lock(place) ? mutex_of(place) : NULL;
        const struct node *block = place->parent;
        while (block != NULL && block->kind != NODE_BLOCK) {
            block = block->parent;
        }
        if (taken == NULL || place == call || !nodes_are_alike(taken, mutex)
            || block == NULL || !is_inside(call, block))
        {
            continue;
        }
        struct finding *finding = check_add_node(
            check, "thread-lock-held", call, call->within->name,
            "%s locks '%s' while it holds it; the thread waits for itself for ever "
            "(deadlock): lock it once",
            call->within->name, held.items[i].name);
        finding_add_evidence(check->findings, finding, "it takes the lock at %s:%u",
                             place->file->path, source_line(place->file, place->begin));
        return;
    }
}

/* Does a part of LOOP other than its body give a lock back? */
static bool
is_given_by_loop(const struct node *loop, const struct node *body)
{
    for (const struct node *part = loop->first; part != NULL; part = part->next) {
        for (const struct node *at = part != body ? part : NULL; at != NULL;
             at = node_after(at, part))
        {
            if (at->kind == NODE_CALL && lock_effect(at) == LOCKING_GIVES) {
                return true;
            }
        }
    }
    return false;
}

/* NODE begins the next round of its loop with a lock that each round takes, and gives back
 * otherwise. */
static void
check_continue(struct check *check, const struct node *node)
{
    struct held_lock lock;
    const struct node *body = node;
    while (body->parent != NULL && body->parent->kind != NODE_FOR
           && body->parent->kind != NODE_WHILE && body->parent->kind != NODE_DO)
    {
        body = body->parent;
    }
    if (body->parent == NULL || !find_mutex(check, node, &lock)
        || lock.place->kind != NODE_CALL || node_takes_thread_lock(lock.place)
        || lock.place->parent != body || !gives_back(node->within, lock.place)
        || is_given_by_loop(body->parent, body))
    {
        return;
    }
    struct finding *finding = check_add_node(
        check, "thread-lock-held", node, node->within->name,
        "the next round of the loop begins with '%s' locked on this path, and locks it again; the "
        "thread waits for itself for ever (deadlock): unlock before the continue",
        lock.name);
    finding_add_evidence(check->findings, finding, "it takes the lock at %s:%u",
                         lock.place->file->path,
                         source_line(lock.place->file, lock.place->begin));
}

static void
check_continues(struct check *check, const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_CONTINUE) {
            check_continue(check, node);
        }
    }
}

/* --- jumps behind the unlock -------------------------------------------------------------- */

static const struct node *
label_behind(const struct node *jump)
{
    const struct node *root = jump->within->body;
    for (const struct node *at = node_after(jump, root); at != NULL;
         at = node_after(at, root))
    {
        if (at->kind == NODE_LABEL && strcmp(at->text, jump->text) == 0) {
            return at;
        }
    }
    return NULL;
}

/* Does nothing behind LABEL give a lock back, or jump away? */
static bool
keeps_locks(const struct node *label)
{
    const struct node *root = label->within->body;
    for (const struct node *at = label; at != NULL; at = node_after(at, root)) {
        if (at->kind == NODE_GOTO
            || (at->kind == NODE_CALL && lock_effect(at) == LOCKING_GIVES))
        {
            return false;
        }
    }
    return true;
}

/* A jump with a lock, to where the code in front of the label comes without it: both take
 * the same way from there. */
static void
check_jumps(struct check *check, const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        struct held_lock lock, other;
        const struct node *label = node->kind == NODE_GOTO ? label_behind(node) : NULL;
        if (label == NULL || !find_mutex(check, node, &lock)
            || node_takes_thread_lock(lock.place) || !gives_back(function, lock.place)
            || find_mutex(check, label, &other)
            || !node_flows_to(lock.place, label) || !keeps_locks(label))
        {
            continue;
        }
        struct finding *finding = check_add_node(
            check, "thread-lock-held", node, function->name,
            "this jump to '%s' leaves %s%s%s locked, and %s returns from there; the next "
            "thread that needs it waits for ever (deadlock): unlock before the jump, or "
            "behind the label",
            node->text, lock.name[0] != '\0' ? "'" : "a mutex", lock.name,
            lock.name[0] != '\0' ? "'" : "", function->name);
        finding_add_evidence(check->findings, finding, "it takes the lock at %s:%u",
                             lock.place->file->path,
                             source_line(lock.place->file, lock.place->begin));
        return;
    }
}

/* Does FUNCTION take such a lock anywhere? */
static bool
has_mutex(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (node_takes_mutex(function->calls[i])) {
            return true;
        }
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_VARIABLE && node_takes_mutex(node)) {
            return true;
        }
    }
    return false;
}

void
check_thread_lock_held(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *told = NULL;
        if (!has_mutex(function) || !check_runs_without_gil(check, function)) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            check_call(check, function->calls[k], &told);
            check_helper(check, function->calls[k]);
            check_again(check, function->calls[k]);
        }
        check_continues(check, function);
        check_returns(check, function);
        check_jumps(check, function);
    }
}
