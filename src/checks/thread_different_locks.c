/* thread-different-locks: each write of a field holds a lock, but not all hold the same:
 * none keeps them apart. */
#include <string.h>

#include "checks/check.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/held_locks.h"
#include "extension/lock.h"
#include "extension/shared_write.h"

/* What a lock is, seen from the object that is written under it. */
struct guard {
    enum held_kind kind; /* HELD_LOCAL: guards nothing */
    bool is_own;         /* a critical section of the object itself */
    const struct variable *variable;
    const struct record *record; /* of the object of another section */
    const char *name;            /* of the lock or of the object, to tell */
};

/* A field, and the locks that all its writes so far hold. */
struct guarded_field {
    const struct record *record;
    const char *name;
    bool is_open; /* a write holds no lock that can be told, or it is reported */
    struct guard guards[HELD_MOST];
    size_t n_guards;
    const struct node *first; /* its first write */
};

struct guarded_fields {
    struct guarded_field *items;
    size_t n_items, capacity;
};

/* The struct that the object in VARIABLE is used as in its function; NULL: unknown. */
static const struct record *
object_record(const struct variable *variable)
{
    const struct type *type = variable->type;
    const struct record *record = type->kind == TYPE_POINTER && type->target != NULL
                                      ? type->target->record
                                      : NULL;
    return record != NULL && record->file != NULL && record->file->is_project ? record
                                                                              : NULL;
}

static struct guard
guard_of(const struct held_lock *lock, const struct node *member)
{
    struct guard guard = {lock->kind, false, lock->variable, NULL, lock->name};
    if (lock->kind != HELD_SECTION) {
        return guard;
    }
    const struct variable *owner = node_resolved_variable(member->first);
    guard.is_own =
        owner != NULL && variable_origin(owner) == variable_origin(lock->variable);
    guard.record = object_record(lock->variable);
    if (!guard.is_own
        && (owner == NULL || guard.record == NULL || member_record(member) == NULL
            || !record_is_object(member_record(member))))
    {
        guard.kind = HELD_UNKNOWN;
    }
    return guard;
}

static bool
guards_are_same(const struct guard *a, const struct guard *b)
{
    if (a->kind != b->kind || a->kind == HELD_LOCAL || a->is_own != b->is_own) {
        return false;
    }
    switch (a->kind) {
    case HELD_SECTION:
        return a->is_own || a->record == b->record;
    case HELD_FIELD:
        return strcmp(a->name, b->name) == 0;
    default:
        return a->variable == b->variable;
    }
}

static const char *
guard_words(struct arena *arena, const struct guard *guard)
{
    return guard->kind == HELD_SECTION
               ? arena_format(arena, "a critical section of '%s'", guard->name)
               : arena_format(arena, "'%s'", guard->name);
}

/* The guards of WRITE; false: one of its locks cannot be told, or a caller holds it. */
static bool
guards_read(const struct check *check, const struct node *write,
            const struct node *member, struct guard *out, size_t *out_n)
{
    struct held_locks held;
    held_locks_read(check->extension, write, &held);
    *out_n = 0;
    for (size_t i = 0; i < held.n_items; i++) {
        struct guard guard = guard_of(&held.items[i], member);
        if (guard.kind == HELD_UNKNOWN) {
            return false;
        }
        out[(*out_n)++] = guard;
    }
    return *out_n != 0;
}

static struct guarded_field *
field_of(struct check *check, struct guarded_fields *fields, const struct node *member)
{
    const struct record *record = member_record(member);
    for (size_t i = 0; i < fields->n_items; i++) {
        if (fields->items[i].record == record
            && strcmp(fields->items[i].name, member->text) == 0)
        {
            return &fields->items[i];
        }
    }
    ARENA_GROW(check->arena, fields->items, fields->n_items, fields->capacity);
    struct guarded_field *field = &fields->items[fields->n_items++];
    *field = (struct guarded_field){.record = record, .name = member->text};
    return field;
}

static void
tell(struct check *check, const struct guarded_field *field, const struct node *write,
     const struct guard *guard)
{
    struct finding *finding = check_add_node(
        check, "thread-different-locks", write, field->name,
        "%s writes '%s' with %s locked, but %s writes it with %s locked; on a "
        "free-threaded "
        "build they can do so concurrently (data race): take the same lock around "
        "every use",
        write->within->name, field->name, guard_words(check->arena, guard),
        field->first->within->name, guard_words(check->arena, &field->guards[0]));
    finding->member = field->name;
    finding_add_evidence(check->findings, finding, "the other write is at %s:%u",
                         field->first->file->path,
                         source_line(field->first->file, field->first->begin));
}

static void
tell_local(struct check *check, const struct guarded_field *field,
           const struct node *write, const struct guard *guard)
{
    struct finding *finding =
        check_add_node(check, "thread-different-locks", write, field->name,
                       "%s writes '%s' with '%s' locked, a local variable; each call "
                       "locks its own, so on a "
                       "free-threaded build threads can write concurrently (data "
                       "race): put the lock where "
                       "the data is",
                       write->within->name, field->name, guard->name);
    finding->member = field->name;
}

static void
check_write(struct check *check, struct guarded_fields *fields,
            const struct node *write)
{
    const struct node *member = written_field(check->extension, write);
    struct guard guards[HELD_MOST];
    size_t n_guards;
    if (member == NULL) {
        return;
    }
    struct guarded_field *field = field_of(check, fields, member);
    if (field->is_open) {
        return;
    }
    if (node_may_race(check->extension, write)
        || !guards_read(check, write, member, guards, &n_guards))
    {
        field->is_open = true; /* thread-unlocked-write tells, or nobody knows */
        return;
    }
    if (n_guards == 1 && guards[0].kind == HELD_LOCAL) {
        tell_local(check, field, write, &guards[0]);
        field->is_open = true;
        return;
    }
    if (field->first == NULL) {
        field->first = write;
        memcpy(field->guards, guards, n_guards * sizeof(guards[0]));
        field->n_guards = n_guards;
        return;
    }
    size_t n_common = 0;
    struct guard common[HELD_MOST];
    for (size_t i = 0; i < field->n_guards; i++) {
        for (size_t k = 0; k < n_guards; k++) {
            if (guards_are_same(&field->guards[i], &guards[k])) {
                common[n_common++] = field->guards[i];
                break;
            }
        }
    }
    if (n_common == 0) {
        /* The section of another object is the odd one out, whichever comes first. */
        bool is_odd = field->n_guards == 1 && field->guards[0].kind == HELD_SECTION
                      && !field->guards[0].is_own && guards[0].is_own;
        if (is_odd) {
            struct guard guard = field->guards[0];
            const struct node *first = field->first;
            field->first = write;
            field->guards[0] = guards[0];
            tell(check, field, first, &guard);
        }
        else {
            tell(check, field, write, &guards[0]);
        }
        field->is_open = true;
        return;
    }
    memcpy(field->guards, common, n_common * sizeof(common[0]));
    field->n_guards = n_common;
}

void
check_thread_different_locks(struct check *check)
{
    struct guarded_fields fields = {NULL, 0, 0};
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root =
            check_runs_without_gil(check, function) ? function->body : NULL;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            check_write(check, &fields, node);
        }
    }
}
