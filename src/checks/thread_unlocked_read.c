/* thread-unlocked-read: a pointer that is replaced under a lock, and followed without one:
 * what it points to may be freed in between; and a number, a flag for instance, that is written
 * under a lock and read without one.  The critical section of another object is no lock. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/concurrency.h"
#include "extension/container.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/held_locks.h"
#include "extension/index.h"
#include "extension/lock.h"
#include "extension/module_state.h"
#include "extension/shared_write.h"
#include "extension/taken_pointer.h"
#include "model/thread_effect.h"

/* A pointer that concurrent code replaces, or a number that it writes. */
struct replaced_field {
    const struct record *record;
    const char *name;
    const struct node *write; /* the first, with a lock held; NULL: none */
    const struct node *section; /* the first write in the critical section of its object */
    const struct node *filled; /* what WRITE, a pointer that is set once, points to is written
                                  behind it, here; NULL: it is ready then */
    bool is_unlocked;         /* a write holds none: another rule tells */
    bool is_value;
};

struct replaced_fields {
    struct replaced_field *items;
    size_t n_items, capacity;
    size_t *told; /* by function id: the number of its finding, from 1 on */
};

/* A number, or a container of C++ or a pointer to one, which is written as a whole and stays. */
static bool
is_value(const struct type *type)
{
    return type != NULL
           && (type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT
               || type_is_container(type));
}

/* Does WRITE stand where MEMBER was NULL: is it a pointer that is set once? */
static bool
is_first_value(const struct node *write, const struct node *member)
{
    const struct node *child = write;
    for (const struct node *at = write->parent; at != NULL; child = at, at = at->parent)
    {
        if (at->kind != NODE_IF || at->first == child) {
            continue;
        }
        for (const struct node *asked = at->first; asked != NULL;
             asked = node_after(asked, at->first))
        {
            if (asked->kind == NODE_MEMBER && strcmp(asked->text, member->text) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Does NODE write what MEMBER points to? */
static bool
fills(const struct node *node, const struct node *member)
{
    if (node->kind == NODE_CALL) {
        int argument = memory_argument_of(call_name(node));
        bool frees = CALL_IS(node, "free", "PyMem_Free", "PyMem_RawFree", "PyObject_Free",
                             "PyBuffer_Release");
        const struct node *place =
            argument >= 0 && !frees ? call_argument(node, (size_t)argument) : NULL;
        return place != NULL && nodes_are_alike(node_resolved(place), member);
    }
    bool is_write = node->kind == NODE_ASSIGN && node->origin == ORIGIN_FILE;
    for (const struct node *at = is_write ? node_bare(node->first) : NULL; at != NULL;
         at = at->first != NULL ? node_bare(at->first) : NULL)
    {
        bool is_behind = (at->kind == NODE_MEMBER && at->op == '>')
                         || at->kind == NODE_SUBSCRIPT
                         || (at->kind == NODE_UNARY && at->op == OP_DEREFERENCE);
        if (is_behind && at->first != NULL && nodes_are_alike(node_resolved(at->first), member))
        {
            return true;
        }
        if (at->kind == NODE_CALL) {
            break;
        }
    }
    return false;
}

/* Where the function of WRITE, which sets the pointer MEMBER, fills what it points to, behind
 * it; NULL: nowhere. */
static const struct node *
filled_behind(const struct node *write, const struct node *member)
{
    const struct node *root = write->within->body;
    for (const struct node *at = node_after(write, root); at != NULL;
         at = node_after(at, root))
    {
        if (fills(at, member) && node_flows_to(write, at)) {
            return at;
        }
    }
    return NULL;
}

static bool
is_whole(const struct node *write, const struct node *member)
{
    return write->kind == NODE_ASSIGN && write->op == '=' && node_bare(write->first) == member;
}

/* May what MEMBER points to be freed by WRITE, or soon behind it?  A number changes. */
static bool
is_replacement(const struct node *write, const struct node *member)
{
    const struct type *type = member->type;
    if (is_value(type)) {
        return true;
    }
    return type != NULL && type->kind == TYPE_POINTER
           && (is_whole(write, member) || write->kind == NODE_CALL
               || write->origin == ORIGIN_MACRO)
           && !is_first_value(write, member);
}

/* That of MEMBER, a pointer or a number; NULL: it is neither. */
static struct replaced_field *
field_of(struct check *check, struct replaced_fields *fields, const struct node *member)
{
    const struct record *record = member_record(member);
    if (member->type == NULL
        || (member->type->kind != TYPE_POINTER && !is_value(member->type)))
    {
        return NULL;
    }
    for (size_t i = 0; i < fields->n_items; i++) {
        if (fields->items[i].record == record
            && strcmp(fields->items[i].name, member->text) == 0)
        {
            return &fields->items[i];
        }
    }
    ARENA_GROW(check->arena, fields->items, fields->n_items, fields->capacity);
    struct replaced_field *field = &fields->items[fields->n_items++];
    *field = (struct replaced_field){.record = record,
                                     .name = member->text,
                                     .is_value = is_value(member->type)};
    return field;
}

/* WRITE may be what a function or its callers do in a critical section of the object. */
static void
note_section(struct check *check, struct replaced_fields *fields, const struct node *write)
{
    bool is_write = write->kind == NODE_ASSIGN
                    || (write->kind == NODE_UNARY
                        && (write->op == OP_INCREMENT || write->op == OP_DECREMENT));
    const struct node *member = is_write ? node_bare(write->first) : NULL;
    if (member == NULL || member->kind != NODE_MEMBER || member->op != '>'
        || member->first == NULL || member->origin != ORIGIN_FILE
        || member_record(member) == NULL || !is_replacement(write, member)
        || !object_is_given(check->extension, write, member->first)
        || object_may_race(check->extension, write, member->first))
    {
        return;
    }
    struct replaced_field *field = field_of(check, fields, member);
    if (field != NULL && field->section == NULL) {
        field->section = write;
    }
}

static void
note_write(struct check *check, struct replaced_fields *fields,
           const struct node *write)
{
    const struct node *member = written_field(check->extension, write);
    struct replaced_field *field =
        member != NULL ? field_of(check, fields, member) : NULL;
    if (field == NULL) {
        return;
    }
    if (node_may_race(check->extension, write)) {
        field->is_unlocked = true;
    }
    else if (field->write == NULL && node_is_locked_here(write)
             && is_replacement(write, member))
    {
        field->write = write;
    }
    else if (field->write == NULL && member->type->kind == TYPE_POINTER
             && is_whole(write, member) && node_is_locked_here(write))
    {
        field->filled = filled_behind(write, member);
        field->write = field->filled != NULL ? write : NULL;
    }
}

/* Is NODE the object that a macro of CPython looks into, such as PyTuple_GET_ITEM? */
static bool
is_in_item_macro(const struct source *source, const struct node *node)
{
    static const char *const prefixes[] = {"PyTuple_GET_", "PyList_GET_",    "PyBytes_",
                                           "PyUnicode_",   "PyByteArray_", "PySequence_Fast_"};
    const struct node *outer = NULL;
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        outer = at->origin == ORIGIN_MACRO ? at : outer;
        if (at->kind == NODE_BLOCK) {
            break;
        }
    }
    const char *use = outer != NULL ? node_use(source, outer) : "";
    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++) {
        if (string_starts(use, prefixes[i]) && strstr(use, "_Check") == NULL) {
            return true;
        }
    }
    return false;
}

/* Is NODE, a member, what its function uses as a pointer: neither written nor only asked?
 * A macro may read it atomically where there is no GIL; CPython's own about references and
 * items do not. */
static bool
is_followed(const struct source *source, const struct node *node)
{
    if (node->is_written || node->is_address_taken || node_is_asked(node)) {
        return false;
    }
    const struct node *parent = node_outer(node)->parent;
    bool is_reference = node->origin == ORIGIN_ARGUMENT && parent != NULL
                        && parent->kind == NODE_CALL
                        && CALL_IS(parent, "_Py_NewRef", "_Py_XNewRef", "Py_NewRef",
                                   "Py_XNewRef", "Py_INCREF", "Py_XINCREF");
    return node->origin == ORIGIN_FILE || is_reference
           || (node->origin == ORIGIN_ARGUMENT && is_in_item_macro(source, node));
}

/* Is the value of NODE, a member, read by the text as it stands?  What a macro reads may be
 * atomic where there is no GIL.  The pointer to a container is not read, but what is behind it. */
static bool
is_read(const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    bool is_pointer = node->type != NULL && node->type->kind == TYPE_POINTER;
    bool is_behind = parent != NULL
                     && ((parent->kind == NODE_MEMBER && parent->op == '>')
                         || (parent->kind == NODE_UNARY && parent->op == OP_DEREFERENCE));
    return !node->is_written && !node->is_address_taken && (!is_pointer || is_behind)
           && node->origin == ORIGIN_FILE
           && (parent == NULL || parent->kind != NODE_SIZEOF);
}

static struct finding *
tell_value(struct check *check, const struct replaced_field *field,
            const struct node *node)
{
    const struct node *write = field->write;
    return check_add_node(
        check, "thread-unlocked-read", node, field->name,
        "%s reads '%s' without a lock, and %s writes it with one held; on a free-threaded "
        "build another thread can write it at the same time (data race): take the lock of "
        "the writers, or make it atomic",
        node->within->name, field->name, write->within->name);
}

static struct finding *
tell_pointer(struct check *check, const struct replaced_field *field,
             const struct node *node)
{
    return check_add_node(
        check, "thread-unlocked-read", node, field->name,
        "%s uses '%s' without a lock, and %s replaces it; on a free-threaded build another "
        "thread can free what it points to in between: take the lock of the writers, and a "
        "strong reference or a copy under it",
        node->within->name, field->name, field->write->within->name);
}

/* The writer of FIELD shows others what is not ready. */
static struct finding *
tell_early(struct check *check, const struct replaced_field *field,
           const struct node *node)
{
    const struct node *write = field->write;
    return check_add_node(
        check, "thread-unlocked-read", write, field->name,
        "%s stores '%s' before it fills what that points to (line %u), and %s uses it without "
        "the lock; on a free-threaded build another thread can see it half filled: fill it in "
        "a local and store that at the end, atomically, or take the lock of the writer",
        write->within->name, field->name,
        source_line(field->filled->file, field->filled->begin), node->within->name);
}

/* Tell of NODE, a read of FIELD: one finding for each function. */
static void
tell(struct check *check, const struct replaced_fields *fields,
     const struct replaced_field *field, const struct node *node)
{
    size_t *told = &fields->told[node->within->id];
    if (field->is_value && *told != 0) {
        finding_add_evidence(check->findings, &check->findings->items[*told - 1],
                             "'%s' is read without the lock at %s:%u, too", field->name,
                             node->file->path, source_line(node->file, node->begin));
        return;
    }
    struct finding *finding = field->is_value        ? tell_value(check, field, node)
                              : field->filled != NULL ? tell_early(check, field, node)
                                                      : tell_pointer(check, field, node);
    finding->member = field->name;
    if (field->filled != NULL) {
        finding_add_evidence(check->findings, finding, "used without a lock at %s:%u",
                             node->file->path, source_line(node->file, node->begin));
        return;
    }
    finding_add_evidence(check->findings, finding, "%s with a lock held at %s:%u",
                         field->is_value ? "written" : "replaced",
                         field->write->file->path,
                         source_line(field->write->file, field->write->begin));
    *told = (size_t)(finding - check->findings->items) + 1;
}

static void
check_field(struct check *check, const struct replaced_fields *fields,
            const struct replaced_field *field)
{
    const struct member_uses *uses = members_called(check->extension, field->name);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        if (node->within == NULL || node->op != '>' || node->first == NULL
            || member_record(node) != field->record
            || !check_runs_without_gil(check, node->within)
            || !(type_points_to_state(check->extension, node->first->type)
                 || node_is_shared(check->extension, node->first))
            || !(field->is_value ? is_read(node) : is_followed(check->source, node))
            || !node_may_race(check->extension, node))
        {
            continue;
        }
        tell(check, fields, field, node);
        return;
    }
}

/* --- objects beside the one that is locked ----------------------------------- */

/* Is each lock that is held where NODE runs a critical section? */
static bool
holds_sections_only(const struct check *check, const struct node *node)
{
    struct held_locks held;
    held_locks_read(check->extension, node, &held);
    for (size_t i = 0; i < held.n_items; i++) {
        if (!held.items[i].is_section || held.items[i].kind == HELD_UNKNOWN) {
            return false;
        }
    }
    return held.n_items != 0;
}

/* Does the function of MEMBER write it, too?  thread-different-locks tells that. */
static bool
is_written_beside(const struct node *member)
{
    const struct node *root = member->within->body;
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        if (at->kind == NODE_MEMBER && at->is_written && nodes_are_alike(at, member)) {
            return true;
        }
    }
    return false;
}

/* NODE, a read of FIELD, is in a critical section of another object only: one finding for each
 * function. */
static void
tell_beside(struct check *check, const struct replaced_fields *fields,
            const struct replaced_field *field, const struct node *node)
{
    size_t *told = &fields->told[node->within->id];
    const struct node *write = field->section;
    if (*told != 0) {
        finding_add_evidence(check->findings, &check->findings->items[*told - 1],
                             "'%s' is read so at %s:%u, too", field->name, node->file->path,
                             source_line(node->file, node->begin));
        return;
    }
    struct finding *finding = check_add_node(
        check, "thread-unlocked-read", node, field->name,
        "%s reads '%s' in a critical section of another object only, and %s writes it in one "
        "of its own object; on a free-threaded build another thread can write it at the same "
        "time (data race): take both (Py_BEGIN_CRITICAL_SECTION2)",
        node->within->name, field->name, write->within->name);
    finding->member = field->name;
    finding_add_evidence(check->findings, finding, "written at %s:%u", write->file->path,
                         source_line(write->file, write->begin));
    *told = (size_t)(finding - check->findings->items) + 1;
}

/* FIELD is written in critical sections of its object: who reads it in one of another only? */
static void
check_beside(struct check *check, const struct replaced_fields *fields,
             const struct replaced_field *field)
{
    const struct member_uses *uses = members_called(check->extension, field->name);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        if (node->within == NULL || node->op != '>' || node->first == NULL
            || member_record(node) != field->record
            || !(field->is_value ? is_read(node) : is_followed(check->source, node))
            || !object_may_race(check->extension, node, node->first)
            || !holds_sections_only(check, node) || is_written_beside(node))
        {
            continue;
        }
        tell_beside(check, fields, field, node);
        return;
    }
}

/* --- pointers that leave the lock ------------------------------------------- */

/* Does the function of MEMBER write that field itself: does it take what it points to away? */
static bool
is_taken_away(const struct check *check, const struct node *member)
{
    const struct node *root = member->within->body;
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        const struct node *written = written_field(check->extension, at);
        if (written != NULL && strcmp(written->text, member->text) == 0) {
            return true;
        }
    }
    return false;
}

static void
check_leaving(struct check *check, const struct replaced_field *field)
{
    const struct member_uses *uses = members_called(check->extension, field->name);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        const struct variable *local =
            node->within != NULL && node->op == '>' && node->first != NULL
                    && member_record(node) == field->record
                ? taken_local(node)
                : NULL;
        if (local == NULL || !check_runs_without_gil(check, node->within)
            || !node_is_locked_here(node)
            || !(type_points_to_state(check->extension, node->first->type)
                 || node_is_shared(check->extension, node->first))
            || is_taken_away(check, node))
        {
            continue;
        }
        const struct node *use = taken_followed(check->extension, local, node);
        if (use == NULL) {
            continue;
        }
        struct finding *finding = check_add_node(
            check, "thread-unlocked-read", use, field->name,
            "%s takes '%s' with the lock held, and uses it behind the unlock; %s replaces it, "
            "and on a free-threaded build another thread can free what it points to in "
            "between: take a strong reference or a copy with the lock held",
            node->within->name, field->name, field->write->within->name);
        finding->member = field->name;
        finding_add_evidence(check->findings, finding, "taken at %s:%u", node->file->path,
                             source_line(node->file, node->begin));
        return;
    }
}

void
check_thread_unlocked_read(struct check *check)
{
    struct replaced_fields fields = {
        NULL, 0, 0, ARENA_ARRAY(check->arena, size_t, check->source->n_functions + 1)};
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        bool runs_unlocked = check_runs_without_gil(check, function);
        const struct node *root =
            check_enters_without_gil(check, function) ? function->body : NULL;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (runs_unlocked) {
                note_write(check, &fields, node);
            }
            note_section(check, &fields, node);
        }
    }
    /* Pointers first: numbers beside them are evidence. */
    for (int numbers = 0; numbers <= 1; numbers++) {
        for (size_t i = 0; i < fields.n_items; i++) {
            const struct replaced_field *field = &fields.items[i];
            if (field->is_value == (numbers != 0) && field->write != NULL
                && !field->is_unlocked)
            {
                check_field(check, &fields, field);
            }
            if (numbers == 0 && !field->is_value && field->filled == NULL
                && field->write != NULL && !field->is_unlocked)
            {
                check_leaving(check, field);
            }
            if (field->is_value == (numbers != 0) && field->section != NULL
                && !field->is_unlocked)
            {
                check_beside(check, &fields, field);
            }
        }
    }
}
