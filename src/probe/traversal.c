#include "probe/traversal.h"

#include <stdlib.h>
#include <string.h>

#include "probe/definition.h"
#include "probe/graph.h"
#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"

#define VISITS 64   /* objects of one instance that are looked at */
#define HEAD_SIZE 64 /* room for what comes before the type of an object */
#define STOP 42     /* what a visit answers to end the walk */
#define NEVER (-1)

/* One call of a traverse function. */
struct walk {
    struct py_object *seen[VISITS];
    int n; /* how many were visited, or more than fit */
    int stop_at;
};

static int
visit(struct py_object *object, void *data)
{
    struct walk *walk = data;
    if (walk->n < VISITS) {
        walk->seen[walk->n] = object;
    }
    walk->n++;
    return walk->n - 1 == walk->stop_at ? STOP : 0;
}

static int
walk_from(struct walk *walk, py_traverse traverse, struct py_object *object, int stop_at)
{
    walk->n = 0;
    walk->stop_at = stop_at;
    return traverse(object, visit, walk);
}

static int
count_seen(const struct walk *walk)
{
    return walk->n < VISITS ? walk->n : VISITS;
}

static bool
ignores_visit(py_traverse traverse, struct py_object *object)
{
    struct walk walk;
    walk_from(&walk, traverse, object, NEVER);
    int n = count_seen(&walk);
    for (int i = 0; i < n; i++) {
        int result = walk_from(&walk, traverse, object, i);
        if (walk.n > i && (walk.n > i + 1 || result != STOP)) {
            return true;
        }
    }
    return false;
}

/* What comes before the type of an object: its reference counts. */
struct heads {
    unsigned char bytes[VISITS][HEAD_SIZE];
};

static void
read_heads(struct heads *heads, const struct walk *walk)
{
    for (int i = 0; i < count_seen(walk); i++) {
        memcpy(heads->bytes[i], walk->seen[i], py.type_offset);
    }
}

/* Other threads may change counts, too: only what changes each time is told. */
static bool
changes_counts(py_traverse traverse, struct py_object *object)
{
    struct walk walk;
    struct heads before;
    struct heads after;
    bool changed[VISITS];
    memset(changed, true, sizeof changed);
    walk_from(&walk, traverse, object, NEVER);
    int n = count_seen(&walk);
    for (int round = 0; round < 3; round++) {
        struct walk again;
        read_heads(&before, &walk);
        walk_from(&again, traverse, object, NEVER);
        read_heads(&after, &walk);
        for (int i = 0; i < n; i++) {
            changed[i] = changed[i]
                         && memcmp(before.bytes[i], after.bytes[i], py.type_offset) != 0;
        }
    }
    for (int i = 0; i < n; i++) {
        if (changed[i]) {
            return true;
        }
    }
    return false;
}

static void
report(const char *kind, const char *name, py_traverse traverse)
{
    struct record record;
    record_begin(&record, RECORD_TRAVERSAL);
    record_text(&record, kind);
    record_text(&record, name);
    record_place(&record, function_address(traverse));
    record_end(&record);
}

/* Functions that were told of. */
static struct pointer_set ignoring;
static struct pointer_set counting;

static void
check(const char *name, py_traverse traverse, struct py_object *object)
{
    const void *function = (const void *)function_address(traverse);
    if (!pointer_set_has(&ignoring, function) && ignores_visit(traverse, object)) {
        pointer_set_add(&ignoring, function);
        report(TRAVERSAL_IGNORES, name, traverse);
    }
    if (!pointer_set_has(&counting, function) && changes_counts(traverse, object)) {
        pointer_set_add(&counting, function);
        report(TRAVERSAL_COUNTS, name, traverse);
    }
}

bool
traversal_is_own(struct py_object *object)
{
    const struct py_object *type = object_type(object);
    return type_is_heap(type) && py.PyObject_IS_GC(object)
           && image_is_target(function_address(type_traverse(type)));
}

void
traversal_check(struct py_object *object)
{
    if (traversal_is_own(object)) {
        const struct py_object *type = object_type(object);
        check(type_name(type), type_traverse(type), object);
    }
}

void
traversal_check_module(struct py_object *module)
{
    py_traverse traverse = definition_traverse(module);
    if (traverse != NULL && image_is_target(function_address(traverse))) {
        check("", traverse, module);
    }
}
