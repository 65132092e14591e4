/* thread-unlocked-write: module state, or a field of an instance, that several threads
 * write at the same time. */
#include <string.h>

#include "checks/check.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "extension/static_data.h"
#include "model/lock.h"

/* A field that is reported: later writes are evidence. */
struct written_field {
    const struct record *record;
    const char *name;
    size_t finding; /* its number */
};

struct written_fields {
    struct written_field *items;
    size_t n_items, capacity;
};

/* The place that NODE gives a value to; NULL: none, or a macro hides which. */
static const struct node *
written_place(const struct check *check, const struct node *node)
{
    static const char *const known[] = {"Py_CLEAR", "Py_SETREF", "Py_XSETREF"};
    bool is_write = node->kind == NODE_ASSIGN
                    || (node->kind == NODE_UNARY
                        && (node->op == OP_INCREMENT || node->op == OP_DECREMENT));
    /* What another macro gives may be atomic where there is no GIL. */
    bool is_seen = is_write && node->origin == ORIGIN_FILE;
    for (size_t i = 0; is_write && !is_seen && i < ARRAY_LENGTH(known); i++) {
        is_seen = strcmp(node_use(check->source, node), known[i]) == 0;
    }
    return is_seen ? node->first : NULL;
}

/* What the lvalue NODE is a part of, or lies behind; a local that is the part itself ends
 * it, one that is a pointer to it does not. */
static const struct node *
whole_of(const struct node *node)
{
    bool is_behind = (node->kind == NODE_MEMBER && node->op == '>')
                     || (node->kind == NODE_UNARY && node->op == OP_DEREFERENCE)
                     || (node->kind == NODE_SUBSCRIPT && node->first->type != NULL
                         && node->first->type->kind == TYPE_POINTER);
    bool is_part = node->kind == NODE_MEMBER || node->kind == NODE_SUBSCRIPT
                   || (node->kind == NODE_UNARY && node->op == OP_ADDRESS);
    return is_behind ? node_resolved(node->first)
           : is_part ? node_bare(node->first)
                     : NULL;
}

/* The field of module state, or of a shared object, that PLACE is or lies behind; NULL:
 * none. */
static const struct node *
shared_field(const struct extension *extension, const struct node *place)
{
    enum { DEPTH = 16 };
    const struct node *node = node_bare(place);
    for (int depth = 0; node != NULL && depth < DEPTH; depth++) {
        if (node->kind == NODE_MEMBER && node->op == '>' && node->first != NULL
            && (type_points_to_state(extension, node->first->type)
                || node_is_shared(extension, node->first)))
        {
            return node;
        }
        node = whole_of(node);
    }
    return NULL;
}

static const struct record *
record_of(const struct node *member)
{
    const struct type *type = member->first->type;
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
               ? type->target->record
               : NULL;
}

static void
tell(struct check *check, struct written_fields *fields, const struct node *write,
     const struct node *member)
{
    const struct record *record = record_of(member);
    for (size_t i = 0; i < fields->n_items; i++) {
        const struct written_field *known = &fields->items[i];
        if (known->record == record && strcmp(known->name, member->text) == 0) {
            finding_add_evidence(check->findings,
                                 &check->findings->items[known->finding],
                                 "written without a lock by %s at %s:%u",
                                 write->within->name, write->file->path,
                                 source_line(write->file, write->begin));
            return;
        }
    }
    bool is_state = type_points_to_state(check->extension, member->first->type);
    struct finding *finding = check_add_node(
        check, "thread-unlocked-write", write, member->text,
        "%s writes '%s' of %s without a lock; on a free-threaded build threads can do so "
        "concurrently (data race): %s, or make it atomic",
        write->within->name, member->text,
        is_state ? "the module state" : "an object that several threads may hold",
        is_state ? "lock a PyMutex in the module state around every use"
                 : "put every use in a critical section of the object "
                   "(Py_BEGIN_CRITICAL_SECTION)");
    finding->member = member->text;
    ARENA_GROW(check->arena, fields->items, fields->n_items, fields->capacity);
    fields->items[fields->n_items++] = (struct written_field){
        record, member->text, (size_t)(finding - check->findings->items)};
}

static void
check_write(struct check *check, struct written_fields *fields, const struct node *write)
{
    const struct node *place = written_place(check, write);
    const struct node *member =
        place != NULL ? shared_field(check->extension, place) : NULL;
    const struct record *record = member != NULL ? record_of(member) : NULL;
    if (record == NULL || record->file == NULL || !record->file->is_project
        || type_is_lock(member->type) || type_is_atomic(member->type)
        || !node_may_race(write))
    {
        return;
    }
    tell(check, fields, write, member);
}

void
check_thread_unlocked_write(struct check *check)
{
    struct written_fields fields = {NULL, 0, 0};
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root =
            check_runs_without_gil(check, function) ? function->body : NULL;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            check_write(check, &fields, node);
        }
    }
}
