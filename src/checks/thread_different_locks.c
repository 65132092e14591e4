/* thread-different-locks: each write of a field holds a lock, but not all hold the same, or a
 * reader holds another: none keeps them apart. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/held_locks.h"
#include "extension/index.h"
#include "extension/lock.h"
#include "extension/module_state.h"
#include "extension/shared_write.h"

/* What a lock is, seen from the object that is written under it. */
struct guard {
    enum held_kind kind; /* HELD_LOCAL: guards nothing */
    bool is_own;         /* a critical section of the object itself */
    const struct variable *variable;
    const struct record *record; /* of the object of another section */
    const char *name;            /* of the lock or of the object, to tell */
    const struct node *place;    /* what takes it */
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

/* Is the object in VARIABLE a module: of a method, or asked for its state? */
static bool
holds_module(const struct extension *extension, const struct variable *variable)
{
    const struct function *function = variable->owner;
    for (size_t i = 0; function != NULL && i < extension->n_methods; i++) {
        const struct method *method = &extension->methods[i];
        if (method->function == function && method->module != NULL
            && function->n_parameters > 0 && function->parameters[0] == variable
            && (method->flags & (METHOD_FLAG_CLASS | METHOD_FLAG_STATIC)) == 0)
        {
            return true;
        }
    }
    return variable_is_module(extension, variable);
}

/* The variable whose module is asked for the state that MEMBER is a field of; NULL: it is not
 * seen. */
static const struct variable *
module_of_state(const struct node *member)
{
    const struct node *lookup = node_origin(member->first);
    const struct node *module =
        lookup != NULL && lookup->kind == NODE_CALL ? call_argument(lookup, 0) : NULL;
    return module != NULL ? node_resolved_variable(module) : NULL;
}

static struct guard
guard_of(const struct extension *extension, const struct held_lock *lock,
         const struct node *member)
{
    struct guard guard = {lock->kind,
                          false,
                          lock->variable,
                          NULL,
                          lock->name,
                          lock->place};
    if (lock->kind != HELD_SECTION) {
        return guard;
    }
    bool is_state = type_points_to_state(extension, member->first->type);
    const struct variable *owner =
        is_state ? module_of_state(member) : node_resolved_variable(member->first);
    guard.is_own =
        owner != NULL && variable_origin(owner) == variable_origin(lock->variable);
    guard.record = object_record(lock->variable);
    if (is_state) {
        bool is_module = owner != NULL && holds_module(extension, lock->variable);
        guard.kind = guard.is_own || is_module ? HELD_SECTION : HELD_UNKNOWN;
        return guard;
    }
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

/* The place of NODE, for who reads of FILE. */
static const char *
place_words(struct arena *arena, const struct node *node, const struct source_file *file)
{
    uint32_t line = source_line(node->file, node->begin);
    return node->file == file ? arena_format(arena, "line %u", line)
                              : arena_format(arena, "%s:%u", node->file->path, line);
}

/* The lock, and where it is taken, for who reads of FILE. */
static const char *
guard_words(struct arena *arena, const struct guard *guard, const struct source_file *file)
{
    const char *place = place_words(arena, guard->place, file);
    return guard->kind == HELD_SECTION
               ? arena_format(arena, "in a critical section of '%s' (%s)", guard->name, place)
               : arena_format(arena, "with '%s' locked (%s)", guard->name, place);
}

/* The variable with the object, or the module, that WRITE writes a field of; NULL: none. */
static const struct variable *
written_object(const struct extension *extension, const struct node *write)
{
    const struct node *member = written_field(extension, write);
    return type_points_to_state(extension, member->first->type)
               ? module_of_state(member)
               : node_resolved_variable(member->first);
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
        struct guard guard = guard_of(check->extension, &held.items[i], member);
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
    const struct node *first = field->first;
    const struct guard *wanted = &field->guards[0];
    const struct variable *object = written_object(check->extension, write);
    struct finding *finding;
    if (object != NULL && guard->kind == HELD_SECTION && wanted->kind == HELD_SECTION
        && wanted->is_own)
    {
        finding = check_add_node(
            check, "thread-different-locks", write, field->name,
            "%s writes '%s' of '%s' in a critical section of '%s' (%s), which does not "
            "lock '%s'; %s locks the object that it writes (%s); on a free-threaded build "
            "they can write concurrently (data race): lock both objects, "
            "Py_BEGIN_CRITICAL_SECTION2(%s, %s), around every use of both",
            write->within->name, field->name, object->name, guard->name,
            place_words(check->arena, guard->place, write->file), object->name,
            first->within->name, place_words(check->arena, first, write->file),
            guard->name, object->name);
    }
    else {
        finding = check_add_node(
            check, "thread-different-locks", write, field->name,
            "%s writes '%s' %s, but %s writes it %s; on a free-threaded build they can do so "
            "concurrently (data race): hold one of the two locks in both functions, and "
            "around every other use of '%s'",
            write->within->name, field->name,
            guard_words(check->arena, guard, write->file), first->within->name,
            guard_words(check->arena, wanted, write->file), field->name);
    }
    finding->member = field->name;
    finding_add_evidence(check->findings, finding, "the other write is at %s:%u",
                         first->file->path, source_line(first->file, first->begin));
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

/* --- reads ------------------------------------------------------------------- */

static bool
is_common(const struct guarded_field *field, const struct guard *guards, size_t n)
{
    for (size_t i = 0; i < field->n_guards; i++) {
        for (size_t k = 0; k < n; k++) {
            if (guards_are_same(&field->guards[i], &guards[k])) {
                return true;
            }
        }
    }
    return false;
}

/* Is NODE a plain read of FIELD by code that threads run, of what they share? */
static bool
is_shared_read(const struct check *check, const struct guarded_field *field,
               const struct node *node)
{
    return node->within != NULL && node->op == '>' && node->first != NULL
           && !node->is_written && !node->is_address_taken && node->origin == ORIGIN_FILE
           && member_record(node) == field->record
           && check_runs_without_gil(check, node->within)
           && function_is_concurrent(check->extension, node->within)
           && (type_points_to_state(check->extension, node->first->type)
               || node_is_shared(check->extension, node->first));
}

/* A function that reads FIELD with locks of which its writers hold none.  TOLD, by function id,
 * is the number of its finding, from 1 on. */
static void
check_reads(struct check *check, const struct guarded_field *field, size_t *told)
{
    const struct member_uses *uses = members_called(check->extension, field->name);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        struct guard guards[HELD_MOST];
        size_t n_guards;
        if (!is_shared_read(check, field, node)
            || node_may_race(check->extension, node)
            || !guards_read(check, node, node, guards, &n_guards)
            || is_common(field, guards, n_guards))
        {
            continue;
        }
        const struct node *first = field->first;
        if (told[node->within->id] != 0) {
            finding_add_evidence(check->findings,
                                 &check->findings->items[told[node->within->id] - 1],
                                 "'%s' is read without the lock of its writers at %s:%u, too",
                                 field->name, node->file->path,
                                 source_line(node->file, node->begin));
            return;
        }
        struct finding *finding = check_add_node(
            check, "thread-different-locks", node, field->name,
            "%s reads '%s' %s, but %s writes it %s; on a free-threaded build they can do so "
            "concurrently (data race): hold the lock of the writers, too",
            node->within->name, field->name,
            guard_words(check->arena, &guards[0], node->file), first->within->name,
            guard_words(check->arena, &field->guards[0], node->file));
        finding->member = field->name;
        finding_add_evidence(check->findings, finding, "the write is at %s:%u",
                             first->file->path, source_line(first->file, first->begin));
        told[node->within->id] = (size_t)(finding - check->findings->items) + 1;
        return;
    }
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
    size_t *told = ARENA_ARRAY(check->arena, size_t, check->source->n_functions + 1);
    for (size_t i = 0; i < fields.n_items; i++) {
        if (!fields.items[i].is_open && fields.items[i].n_guards > 0) {
            check_reads(check, &fields.items[i], told);
        }
    }
}
