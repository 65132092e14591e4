/* thread-lock-order: two mutexes that are taken in one order here, and in the other there: two
 * threads can each hold what the other one waits for. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/held_locks.h"
#include "extension/module_state.h"
#include "extension/mutex.h"
#include "extension/shared_write.h"

/* SECOND is taken while FIRST is held. */
struct lock_pair {
    const struct node *first, *second; /* members or static variables */
    const struct node *place;          /* what takes the second */
};

struct lock_pairs {
    struct lock_pair *items;
    size_t n_items, capacity;
};

/* Is it the same mutex, or the same member of two objects of a kind? */
static bool
are_same(const struct node *a, const struct node *b)
{
    if (a->kind == NODE_NAME || b->kind == NODE_NAME) {
        return a->kind == b->kind && a->variable == b->variable;
    }
    return strcmp(a->text, b->text) == 0 && member_record(a) != NULL
           && member_record(a) == member_record(b);
}

static bool
is_lasting(const struct node *mutex)
{
    return mutex != NULL
           && (mutex->kind == NODE_MEMBER
               || (mutex->variable != NULL && variable_is_static(mutex->variable)));
}

/* Does FUNCTION ask which of two pointers is the smaller one: which to lock first? */
static bool
compares_addresses(const struct function *function)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_BINARY && (node->op == '<' || node->op == '>')) {
            const struct node *left = node_bare(node->first);
            bool is_address =
                (node->first->type != NULL && node->first->type->kind == TYPE_POINTER)
                || (left->type != NULL && left->type->kind == TYPE_POINTER);
            if (is_address) {
                return true;
            }
        }
    }
    return false;
}

/* The mutex FIRST is held, and the same member of another object is locked: called with both
 * the other way round, the function waits for itself. */
static void
check_twins(struct check *check, const struct node *first, const struct node *second,
            const struct node *place)
{
    const struct variable *one = node_resolved_variable(first->first);
    const struct variable *other = node_resolved_variable(second->first);
    if (one == NULL || other == NULL || variable_origin(one) == variable_origin(other)
        || type_points_to_state(check->extension, first->first->type)
        || compares_addresses(place->within))
    {
        return;
    }
    check_add_node(check, "thread-lock-order", place, second->text,
                   "%s locks '%s' of '%s' while it holds that of '%s'; another thread that "
                   "calls it with both the other way round holds what this one waits for, and "
                   "waits for what this one holds (deadlock): lock the one with the smaller "
                   "address first, or use Py_BEGIN_CRITICAL_SECTION2",
                   place->within->name, second->text, other->name, one->name);
}

static void
tell(struct check *check, const struct lock_pair *pair, const struct lock_pair *earlier)
{
    struct finding *finding = check_add_node(
        check, "thread-lock-order", pair->place, pair->second->text,
        "%s locks '%s' while it holds '%s', and %s takes them in the other order (%s:%u); two "
        "threads can each hold what the other one waits for (deadlock): take them in one order "
        "everywhere",
        pair->place->within->name, pair->second->text, pair->first->text,
        earlier->place->within->name, earlier->place->file->path,
        source_line(earlier->place->file, earlier->place->begin));
    finding_add_evidence(check->findings, finding, "the other order at %s:%u",
                         earlier->place->file->path,
                         source_line(earlier->place->file, earlier->place->begin));
}

/* SECOND is taken at PLACE while FIRST is held.  Each order counts once. */
static void
note_pair(struct check *check, struct lock_pairs *pairs, const struct lock_pair *pair)
{
    if (are_same(pair->first, pair->second)) {
        if (pair->first->kind == NODE_MEMBER && pair->place->within == pair->second->within) {
            check_twins(check, pair->first, pair->second, pair->place);
        }
        return;
    }
    for (size_t i = 0; i < pairs->n_items; i++) {
        const struct lock_pair *known = &pairs->items[i];
        if (are_same(known->first, pair->first) && are_same(known->second, pair->second)) {
            return;
        }
    }
    for (size_t i = 0; i < pairs->n_items; i++) {
        const struct lock_pair *known = &pairs->items[i];
        if (are_same(known->first, pair->second) && are_same(known->second, pair->first)) {
            tell(check, pair, known);
        }
    }
    ARENA_GROW(check->arena, pairs->items, pairs->n_items, pairs->capacity);
    pairs->items[pairs->n_items++] = *pair;
}

/* What is held where CALL, which takes the mutex SECOND itself or by a helper, runs. */
static void
note_held(struct check *check, struct lock_pairs *pairs, const struct node *call,
          const struct node *second)
{
    struct held_locks held;
    if (!is_lasting(second)) {
        return;
    }
    held_locks_read(check->extension, call, &held);
    for (size_t i = 0; i < held.n_items; i++) {
        const struct node *place = held.items[i].place;
        const struct node *first = !held.items[i].is_section && node_takes_mutex(place)
                                           && !node_takes_thread_lock(place)
                                       ? mutex_of(place)
                                       : NULL;
        if (is_lasting(first)) {
            note_pair(check, pairs, &(struct lock_pair){first, second, call});
        }
    }
}

static void
check_calls(struct check *check, struct lock_pairs *pairs, const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct function *target = call_target(call);
        if (node_takes_mutex(call) && !node_takes_thread_lock(call)) {
            note_held(check, pairs, call, mutex_of(call));
        }
        for (size_t k = 0; target != NULL && target != function && k < target->n_calls; k++) {
            const struct node *inner = target->calls[k];
            if (node_takes_mutex(inner) && !node_takes_thread_lock(inner)) {
                note_held(check, pairs, call, mutex_of(inner));
            }
        }
    }
}

void
check_thread_lock_order(struct check *check)
{
    struct lock_pairs pairs = {NULL, 0, 0};
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (check_runs_without_gil(check, function)) {
            check_calls(check, &pairs, function);
        }
    }
}
