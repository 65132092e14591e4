#include "probe/object_tracker.h"

#include "probe/allocator_hooks.h"
#include "probe/fallible_calls.h"
#include "probe/image.h"
#include "probe/allocation_table.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/stack_walk.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_LIMIT 64

enum tracer_event { TRACER_CREATE, TRACER_DESTROY };
enum birth_kind {
    BIRTH_OBJECT,
    FROM_ALLOCATOR,
    BY_PYTHON_CODE = 2, /* a bit beside: a Python function did it that the extension called */
};

static struct allocation_table objects;
static uint32_t epoch_now;
static int64_t interpreter_meant = -1; /* -1: any */
static _Thread_local bool in_hook;
static volatile bool is_noting;

/* Where the interpreter's ways to import begin and end: a frame in them, further in than
 * the extension's, means that another module is being made.  All of them, since what the
 * compiler moved out of one, as seldom run, lies elsewhere and has no symbol. */
static const char *const importers[] = {
    "PyImport_ImportModuleLevelObject",
    "PyImport_ImportModuleLevel",
    "PyImport_Import",
    "PyImport_ImportModule",
    "PyImport_ImportModuleNoBlock",
    "PyImport_ReloadModule",
};
static struct range import_code[sizeof importers / sizeof importers[0]];
static struct range evaluation_code; /* of Python code */

#ifdef RTLD_DL_SYMENT

static size_t
size_of_function(const void *function)
{
    Dl_info info;
    void *entry = NULL;
    if (dladdr1(function, &info, &entry, RTLD_DL_SYMENT) == 0 || entry == NULL) {
        return 0;
    }
    return ((const ElfW(Sym) *)entry)->st_size;
}

#else

static bool
is_in_function(const char *function, size_t offset)
{
    Dl_info info;
    return dladdr(function + offset, &info) != 0 && info.dli_saddr == function;
}

/* Without a way to ask for it: where the function's addresses end. */
static size_t
size_of_function(const void *function)
{
    size_t size = is_in_function(function, 0) ? 1 : 0;
    size_t step = size;
    for (; step != 0 && is_in_function(function, size + step - 1); step *= 2) {
        size += step;
    }
    for (; step != 0; step /= 2) {
        if (is_in_function(function, size + step - 1)) {
            size += step;
        }
    }
    return size;
}

#endif

static struct range
range_of(const void *function)
{
    uintptr_t begin = (uintptr_t)function;
    return (struct range){begin, begin + size_of_function(function)};
}

static void
find_code(void)
{
    for (size_t i = 0; i < sizeof importers / sizeof importers[0]; i++) {
        const void *function = dlsym(RTLD_DEFAULT, importers[i]);
        if (function != NULL) {
            import_code[i] = range_of(function);
        }
    }
    const void *evaluation = dlsym(RTLD_DEFAULT, "_PyEval_EvalFrameDefault");
    if (evaluation != NULL) {
        evaluation_code = range_of(evaluation);
    }
}

static bool
is_import_code(uintptr_t address)
{
    for (size_t i = 0; i < sizeof importers / sizeof importers[0]; i++) {
        if (address >= import_code[i].begin && address < import_code[i].end) {
            return true;
        }
    }
    return false;
}

/* What a walk has come through. */
struct way {
    bool is_behind_hook;
    bool is_evaluated; /* Python code */
};

/* The extension made it if the innermost frame that is neither the interpreter nor
 * the C library is the extension's: what another extension makes on its behalf is
 * the other's, and what an import makes is the imported module's: a frame of ours,
 * behind those of the hook, runs the init function of another extension. */
static enum stack_walk_step
visit_frame(void *data, uintptr_t address)
{
    struct way *way = data;
    const struct image *image = image_at(address);
    if (image == NULL || image->role == IMAGE_OTHER) {
        return STACK_WALK_STOP;
    }
    if (image->role == IMAGE_TARGET) {
        return STACK_WALK_FOUND;
    }
    if (fallible_calls_has_code(address)) {
        return STACK_WALK_CONTINUE;
    }
    bool is_ours = image->role == IMAGE_PROBE;
    bool is_import = is_import_code(address) || (is_ours && way->is_behind_hook);
    way->is_behind_hook = way->is_behind_hook || !is_ours;
    way->is_evaluated |= address >= evaluation_code.begin && address < evaluation_code.end;
    return is_import ? STACK_WALK_STOP : STACK_WALK_CONTINUE;
}

static uintptr_t
place_by(struct way *out_way)
{
    *out_way = (struct way){0};
    return stack_walk_find(visit_frame, out_way);
}

uintptr_t
object_tracker_place(void)
{
    struct way way;
    return place_by(&way);
}

/* A module that makes interpreters of its own makes them with all that they hold. */
static bool
is_interpreter_meant(void)
{
    int64_t id = interpreter_meant >= 0 ? py_interpreter_id() : -1;
    return id < 0 || id == interpreter_meant;
}

static void
note_object(uintptr_t address, size_t size, enum birth_kind kind)
{
    if (in_hook || !is_noting) {
        return;
    }
    in_hook = true; /* unwinding may allocate */
    struct way way;
    uintptr_t place = place_by(&way);
    in_hook = false;
    if (place == 0 || !is_interpreter_meant()) {
        /* an old object at this address whose deallocation was not seen */
        allocation_table_forget(&objects, address);
        return;
    }
    struct allocation_table_entry entry = {
        address, place, size, epoch_now, kind | (way.is_evaluated ? BY_PYTHON_CODE : 0)};
    allocation_table_note(&objects, &entry);
}

static int
trace(struct py_object *object, int event, void *data)
{
    (void)data;
    if (event == TRACER_CREATE) {
        note_object((uintptr_t)object, 0, BIRTH_OBJECT);
    }
    else if (event == TRACER_DESTROY) {
        allocation_table_forget(&objects, (uintptr_t)object);
    }
    return 0;
}

static void
block_allocated(void *block, size_t size, uintptr_t caller)
{
    (void)caller;
    note_object((uintptr_t)block, size, FROM_ALLOCATOR);
}

static void
block_freed(void *block)
{
    allocation_table_forget(&objects, (uintptr_t)block);
}

void
object_tracker_prepare_places(void)
{
    stack_walk_prepare();
    find_code();
}

void
object_tracker_prepare(void)
{
    static const struct allocator_hook hook = {.on_allocate = block_allocated,
                                               .on_free = block_freed};
    object_tracker_prepare_places();
    if (!allocation_table_init(&objects)) {
        trouble("no memory for the table of objects");
    }
    if (py.PyRefTracer_SetTracer == NULL) {
        allocator_hooks_add(&hook);
    }
}

/* A thread's context is made when it is first asked for, and is the thread's own, whoever
 * asked. */
static void
make_context(void)
{
    if (py.PyContext_CopyCurrent != NULL) {
        py.Py_DecRef(py.PyContext_CopyCurrent());
        py.PyErr_Clear();
    }
}

void
object_tracker_begin(void)
{
    make_context();
    if (py.PyRefTracer_SetTracer != NULL) {
        (void)py.PyRefTracer_SetTracer(trace, NULL);
    }
    is_noting = true;
}

void
object_tracker_pause(bool on)
{
    is_noting = !on;
}

void
object_tracker_set_epoch(uint32_t epoch)
{
    epoch_now = epoch;
    interpreter_meant = py_interpreter_id();
}

/* A full collection does; an exception under way stays. */
static void
clear_free_lists(void)
{
    struct py_object *type;
    struct py_object *value;
    struct py_object *traceback;
    py.PyErr_Fetch(&type, &value, &traceback);
    py.PyGC_Collect();
    py.PyErr_Restore(type, value, traceback);
}

/* Free lists of dictionaries and of lists hold up to 80 of each in 3.9 to 3.12. */
#define SPARE 100

struct spare {
    struct py_object *objects[2 * SPARE];
};

struct py_object *
object_tracker_call(struct py_object *function, struct py_object *argument)
{
    struct spare spare;
    bool hides = is_noting && py.PyRefTracer_SetTracer == NULL;
    for (size_t i = 0; hides && i < SPARE; i++) {
        spare.objects[2 * i] = py.PyDict_New();
        spare.objects[2 * i + 1] = py.PyList_New(0);
    }
    struct py_object *result =
        py.PyObject_CallFunctionObjArgs(function, argument, NULL);
    if (hides) {
        clear_free_lists(); /* what was freed meanwhile is not the extension's any more */
    }
    for (size_t i = 0; hides && i < 2 * SPARE; i++) {
        py.Py_DecRef(spare.objects[i]);
    }
    return result;
}

static const uintptr_t heads[] = {0, 16, 32}; /* bytes in front of an object */

/* Does the block of an entry reach as far as an object so far in it?  Small blocks lie as
 * close together as a head is long. */
static bool
has_room(const struct allocation_table_entry *entry, uintptr_t head)
{
    return head == 0
           || ((entry->kind & FROM_ALLOCATOR) != 0 && entry->size > head + py.head_size);
}

/* The object of an entry: the block itself, or behind a collector's head in it. */
static const struct py_object *
object_of(const struct allocation_table_entry *entry)
{
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        uintptr_t at = entry->address + heads[i];
        if (has_room(entry, heads[i]) && object_is_live(at)) {
            return (const struct py_object *)at;
        }
    }
    return NULL;
}

static bool
find_entry(const struct py_object *object, struct allocation_table_entry *out_entry)
{
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if (allocation_table_find(&objects, (uintptr_t)object - heads[i], out_entry)
            && has_room(out_entry, heads[i]))
        {
            return true;
        }
    }
    return false;
}

bool
object_tracker_has(const struct py_object *object)
{
    struct allocation_table_entry entry;
    return find_entry(object, &entry);
}

static bool
is_by_python(const struct py_object *object)
{
    struct allocation_table_entry entry;
    return find_entry(object, &entry) && (entry.kind & BY_PYTHON_CODE) != 0;
}

/* A class that Python code made; OUT_EXTENDS: of a type of the extension. */
static bool
is_python_class(const struct py_object *type, bool *out_extends)
{
    bool is_made = type_is_heap(type) && (!object_tracker_has(type) || is_by_python(type));
    *out_extends = false;
    for (; type != NULL; type = (const struct py_object *)type_word(type, TYPE_BASE)) {
        *out_extends |= image_is_target((uintptr_t)type)
                        || (object_tracker_has(type) && !is_by_python(type));
    }
    return is_made;
}

bool
object_is_of_python(const struct py_object *object)
{
    bool extends;
    return object_is_type(object) ? is_by_python(object)
                                  : is_python_class(object_type(object), &extends)
                                        && (!extends || is_by_python(object));
}

/* Blocks that hold no object are left to memory_tracker.c.  3.12 and 3.13 leave
 * interned strings behind when an interpreter ends: not the extension's doing. */
static bool
counts(const struct allocation_table_entry *entry, uint32_t epoch,
       const struct py_object **out_object)
{
    if (entry->epoch != epoch) {
        return false;
    }
    *out_object = object_of(entry);
    return *out_object != NULL && !object_is_exact(*out_object, py.PyUnicode_Type)
           && !object_is_inner(*out_object);
}

/* Without the tracer an object that goes into a free list does not seem to die, and what
 * others make of it is taken for the extension's: alone it is no evidence. */
static bool
may_be_recycled(const struct py_object *object)
{
    struct py_object *const kinds[] = {py.PyTuple_Type, py.PyList_Type, py.PyDict_Type,
                                       py.PyFloat_Type};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (object_is_exact(object, kinds[i])) {
            return py.PyRefTracer_SetTracer == NULL;
        }
    }
    return false;
}

bool
object_tracker_any_alive(uint32_t epoch)
{
    const struct py_object *object;
    memory_refresh();
    for (const struct allocation_table_entry *entry = NULL;
         (entry = allocation_table_next(&objects, entry)) != NULL;)
    {
        if (counts(entry, epoch, &object) && !may_be_recycled(object)) {
            return true;
        }
    }
    return false;
}

unsigned long
object_tracker_lost(void)
{
    return objects.n_lost;
}

/* What was made at one place, of one type, in up to three epochs. */
enum { ROUND_LIMIT = 3 };
struct group {
    const char *type;
    uintptr_t place;
    long counts[ROUND_LIMIT];
    bool is_recycled; /* may be somebody else's by now */
};

struct groups {
    struct group items[GROUP_LIMIT];
    int n_items;
};

static void
report_group(const char *where, const struct group *group, long count)
{
    struct record record;
    record_begin(&record, RECORD_LEAK);
    record_text(&record, where);
    record_number(&record, count);
    record_text(&record, group->type);
    record_place(&record, group->place);
    record_end(&record);
}

/* The group of a type and a place; NULL if there are too many. */
static struct group *
find_group(struct groups *groups, const char *type, uintptr_t place)
{
    int i = 0;
    while (i < groups->n_items
           && (groups->items[i].place != place
               || strcmp(groups->items[i].type, type) != 0))
    {
        i++;
    }
    if (i == groups->n_items && i < GROUP_LIMIT) {
        groups->items[groups->n_items++] = (struct group){.type = type, .place = place};
    }
    return i < groups->n_items ? &groups->items[i] : NULL;
}

/* Adds what is alive of an epoch as that of a round. */
static void
count_epoch(struct groups *groups, uint32_t epoch, int round)
{
    for (const struct allocation_table_entry *entry = NULL;
         (entry = allocation_table_next(&objects, entry)) != NULL;)
    {
        const struct py_object *object;
        if (counts(entry, epoch, &object)) {
            struct group *group = find_group(
                groups, type_name_safe(object_type(object)), entry->place);
            if (group != NULL) {
                group->counts[round]++;
                group->is_recycled = may_be_recycled(object);
            }
        }
    }
}

void
object_tracker_report(const char *where, uint32_t epoch)
{
    struct groups groups = {.n_items = 0};
    memory_refresh();
    count_epoch(&groups, epoch, 0);
    for (int i = 0; i < groups.n_items; i++) {
        report_group(where, &groups.items[i], groups.items[i].counts[0]);
    }
}

/* How many objects of a group each of the failures left, up to round LAST. */
static long
left_by_failures(const struct group *group, const struct failure_rounds *rounds,
                 int last)
{
    long least = group->counts[1];
    for (int round = 2; round <= last; round++) {
        least = group->counts[round] < least ? group->counts[round] : least;
    }
    bool is_evidence = !group->is_recycled && group->place != rounds->place;
    return is_evidence ? least - group->counts[0] : 0;
}

bool
object_tracker_failure_leaves(const struct failure_rounds *rounds)
{
    struct groups groups = {.n_items = 0};
    memory_refresh();
    count_epoch(&groups, rounds->success, 0);
    count_epoch(&groups, rounds->first, 1);
    bool leaves = false;
    for (int i = 0; i < groups.n_items; i++) {
        leaves = leaves || left_by_failures(&groups.items[i], rounds, 1) > 0;
    }
    return leaves;
}

/* By place, then by type: the table has no order. */
static int
compare_groups(const void *left, const void *right)
{
    const struct group *one = left;
    const struct group *other = right;
    if (one->place != other->place) {
        return one->place < other->place ? -1 : 1;
    }
    return strcmp(one->type, other->type);
}

void
object_tracker_report_failure(const char *where, const struct failure_rounds *rounds)
{
    struct groups groups = {.n_items = 0};
    memory_refresh();
    count_epoch(&groups, rounds->success, 0);
    count_epoch(&groups, rounds->first, 1);
    count_epoch(&groups, rounds->second, 2);
    qsort(groups.items, (size_t)groups.n_items, sizeof groups.items[0], compare_groups);
    for (int i = 0; i < groups.n_items; i++) {
        long count = left_by_failures(&groups.items[i], rounds, 2);
        if (count > 0) {
            report_group(where, &groups.items[i], count);
        }
    }
}
