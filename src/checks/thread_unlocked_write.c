/* thread-unlocked-write: module state, or a field of an instance, that several threads
 * write at the same time. */
#include <string.h>

#include "checks/check.h"
#include "extension/atomic_update.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/held_locks.h"
#include "extension/lock.h"
#include "extension/locked_update.h"
#include "extension/module_state.h"
#include "extension/shared_write.h"
#include "model/thread_effect.h"

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

static void
tell(struct check *check, struct written_fields *fields, const struct node *write,
     const struct node *member)
{
    const struct record *record = member_record(member);
    for (size_t i = 0; i < fields->n_items; i++) {
        const struct written_field *known = &fields->items[i];
        if (known->record == record && strcmp(known->name, member->text) == 0) {
            finding_add_evidence(
                check->findings, &check->findings->items[known->finding],
                "written without a lock by %s at %s:%u", write->within->name,
                write->file->path, source_line(write->file, write->begin));
            return;
        }
    }
    const struct node *section = suspended_section(write);
    bool is_state = type_points_to_state(check->extension, member->first->type);
    struct finding *finding =
        section != NULL
            ? check_add_node(check, "thread-unlocked-write", write, member->text,
                             "%s writes '%s' while its thread state is detached; that "
                             "suspends the critical "
                             "section of line %u, so on a free-threaded build other "
                             "threads can enter it (data "
                             "race): read into a local and write the field in the "
                             "section, or use a PyMutex",
                             write->within->name, member->text,
                             source_line(section->file, section->begin))
            : check_add_node(check, "thread-unlocked-write", write, member->text,
                             "%s writes '%s' of %s without a lock; on a free-threaded "
                             "build threads can do so "
                             "concurrently (data race): %s, or make it atomic",
                             write->within->name, member->text,
                             is_state ? "the module state"
                                      : "an object that several threads may hold",
                             is_state
                                 ? "lock a PyMutex in the module state around every use"
                                 : "put every use in a critical section of the object "
                                   "(Py_BEGIN_CRITICAL_SECTION)");
    finding->member = member->text;
    ARENA_GROW(check->arena, fields->items, fields->n_items, fields->capacity);
    fields->items[fields->n_items++] = (struct written_field){
        record, member->text, (size_t)(finding - check->findings->items)};
}

/* The bytearray whose memory NODE is; NULL: it is another. */
static const struct node *
bytearray_behind(const struct node *node)
{
    const struct node *value = node != NULL ? node_origin(node) : NULL;
    return value != NULL && value->kind == NODE_CALL
                   && CALL_IS(value, "PyByteArray_AS_STRING", "PyByteArray_AsString")
               ? call_argument(value, 0)
               : NULL;
}

/* The container whose inside NODE writes; NULL: none.  The functions
 * that lead there take no lock: "C API Extension Support for Free Threading", Container
 * Thread Safety. */
static const struct node *
written_container(const struct node *node)
{
    const struct node *container = NULL;
    if (node->kind == NODE_CALL) {
        int argument = memory_argument_of(call_name(node));
        container =
            CALL_IS(node, "PyList_SET_ITEM", "Py_SET_SIZE", "_Py_SET_SIZE_impl")
                ? call_argument(node, 0)
            : argument >= 0 && node->origin != ORIGIN_MACRO
                ? bytearray_behind(call_argument(node, (size_t)argument))
                : NULL;
    }
    else if (node->kind == NODE_ASSIGN) {
        const struct node *place = node_bare(node->first);
        bool is_behind =
            place->kind == NODE_SUBSCRIPT
            || (place->kind == NODE_UNARY && place->op == OP_DEREFERENCE);
        container = is_behind ? bytearray_behind(place->first) : NULL;
    }
    return container;
}

/* Does NODE write the inside of a container that threads share, without its lock?  An object
 * whose size is set may be one of the module's own, with a lock of its own. */
static bool
writes_container_unlocked(const struct extension *extension, const struct node *node)
{
    const struct node *container = written_container(node);
    bool is_own = container != NULL && node->kind == NODE_CALL
                  && CALL_IS(node, "Py_SET_SIZE", "_Py_SET_SIZE_impl");
    return container != NULL
           && ((node_is_shared(extension, container) && node_may_race(extension, node))
               || (!is_own && object_may_race(extension, node, container)));
}

static void
tell_container(struct check *check, const struct node *write)
{
    bool is_item = write->kind == NODE_CALL && CALL_IS(write, "PyList_SET_ITEM");
    bool is_size =
        write->kind == NODE_CALL && CALL_IS(write, "Py_SET_SIZE", "_Py_SET_SIZE_impl");
    check_add_node(
        check, "thread-unlocked-write", write, write->within->name,
        "%s writes the memory of a container that the caller holds, without a "
        "lock; on a free-threaded build another thread can use the container "
        "at the same time (data race): use %sa critical section of the object "
        "(Py_BEGIN_CRITICAL_SECTION)",
        is_item   ? "PyList_SET_ITEM"
        : is_size ? "Py_SET_SIZE"
                  : write->within->name,
        is_item ? "PyList_SetItem, or " : "");
}

/* Does the function of WRITE hold locks there that several readers have at a time, and no
 * other? */
static const struct node *
shared_lock(const struct check *check, const struct node *write)
{
    struct held_locks held;
    held_locks_read(check->extension, write, &held);
    for (size_t i = 0; i < held.n_items; i++) {
        const struct node *place = held.items[i].place;
        if (place->kind != NODE_CALL
            || !CALL_IS(place, "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock",
                        "pthread_rwlock_timedrdlock", "AcquireSRWLockShared",
                        "uv_rwlock_rdlock", "_PyRWMutex_RLock", "CRYPTO_THREAD_read_lock"))
        {
            return NULL;
        }
    }
    return held.n_items > 0 && function_is_concurrent(check->extension, write->within)
               ? held.items[0].place
               : NULL;
}

static void
tell_shared_lock(struct check *check, const struct node *write, const struct node *member,
                 const struct node *lock)
{
    struct finding *finding = check_add_node(
        check, "thread-unlocked-write", write, member->text,
        "%s writes '%s' with a lock for readers, which several threads hold at a time; on "
        "a free-threaded build they can write concurrently (data race): take the lock for "
        "writing",
        write->within->name, member->text);
    finding->member = member->text;
    finding_add_evidence(check->findings, finding, "%s takes the lock for reading at %s:%u",
                         write->within->name, lock->file->path,
                         source_line(lock->file, lock->begin));
}

/* FIELD is read in one atomic step and written in the next one, which NODE is. */
static void
tell_update(struct check *check, const struct node *node, const struct node *field)
{
    struct finding *finding = check_add_node(
        check, "thread-unlocked-write", node, field->text,
        "%s reads '%s' in one atomic step and writes it in another; on a free-threaded build "
        "another thread can write it in between, and one of both changes is lost: use one "
        "operation that does both (an atomic addition, a loop of compare and exchange), or a "
        "lock",
        node->within->name, field->text);
    finding->member = field->text;
}

/* WRITE stores what was made of an earlier value of MEMBER, READ under a lock that was given back
 * since. */
static void
tell_locked_update(struct check *check, const struct node *write, const struct node *member,
                   const struct node *read)
{
    struct finding *finding = check_add_node(
        check, "thread-unlocked-write", write, member->text,
        "%s reads '%s' with a lock held, releases the lock, and stores a value made of what it "
        "read with the lock held again; on a free-threaded build another thread can write it in "
        "between, and that change is lost: hold the lock from the read to the write, or read the "
        "field again",
        write->within->name, member->text);
    finding->member = member->text;
    finding_add_evidence(check->findings, finding, "it is read at %s:%u", read->file->path,
                         source_line(read->file, read->begin));
}

static void
check_function_body(struct check *check, struct written_fields *fields,
                    const struct node *root)
{
    bool is_told = false;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        const struct node *member = written_field(check->extension, node);
        const struct node *update = atomic_update_field(check->extension, node);
        if (update != NULL) {
            tell_update(check, node, update);
        }
        if (member != NULL && node_may_race(check->extension, node)) {
            tell(check, fields, node, member);
        }
        else if (member != NULL) {
            const struct node *lock = shared_lock(check, node);
            const struct node *read =
                lock == NULL ? locked_update_read(check->extension, node, member) : NULL;
            if (lock != NULL) {
                tell_shared_lock(check, node, member, lock);
            }
            else if (read != NULL) {
                tell_locked_update(check, node, member, read);
            }
        }
        else if (!is_told && writes_container_unlocked(check->extension, node)) {
            tell_container(check, node);
            is_told = true;
        }
    }
}

void
check_thread_unlocked_write(struct check *check)
{
    struct written_fields fields = {NULL, 0, 0};
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (check_enters_without_gil(check, function)) {
            check_function_body(check, &fields, function->body);
        }
    }
}
