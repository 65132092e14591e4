#include "probe/shared_reach.h"

#include "probe/image.h"
#include "probe/object.h"
#include "probe/shared_calls.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"

#include <pthread.h>
#include <string.h>

#define OBJECT_LIMIT 400

/* What a reference count is made of, in the head of an object without a GIL. */
enum { HEAD_COUNT = 12, HEAD_SHARED_COUNT = 16, HEAD_TYPE = 24, HEAD_SIZE = 32 };

static struct range instances[OBJECT_LIMIT], types[OBJECT_LIMIT];
static int n_instances, n_types;

static void
add_range(struct range *ranges, int *n, uintptr_t begin, size_t size)
{
    for (int i = 0; i < *n; i++) {
        if (ranges[i].begin == begin) {
            return;
        }
    }
    if (*n < OBJECT_LIMIT) {
        ranges[(*n)++] = (struct range){begin, begin + size};
    }
}

static size_t
basic_size(const struct py_object *type)
{
    return (size_t)type_word(type, TYPE_BASIC_SIZE);
}

/* The type and its bases. */
static void
add_type(const struct py_object *type)
{
    while (type != NULL) {
        add_range(types, &n_types, (uintptr_t)type, basic_size(object_type(type)));
        uintptr_t base = type_word(type, TYPE_BASE);
        memcpy(&type, &base, sizeof type);
    }
}

void
shared_reach_find(struct py_object *objects)
{
    n_instances = n_types = 0;
    for (ssize_t i = 0; i < py.PyList_Size(objects); i++) {
        const struct py_object *object = py.PyList_GetItem(objects, i);
        if (object_is_type(object)) {
            add_type(object);
        }
        else {
            add_range(instances, &n_instances, (uintptr_t)object,
                      basic_size(object_type(object)));
            add_type(object_type(object));
        }
    }
}

static bool
is_in(const struct range *ranges, int n, uintptr_t address)
{
    for (int i = 0; i < n; i++) {
        if (address >= ranges[i].begin && address < ranges[i].end) {
            return true;
        }
    }
    return false;
}

/* Is it there for good, so that its address says what it is? */
static bool
is_lasting(uintptr_t address)
{
    return shared_words_has(address) || is_in(instances, n_instances, address);
}

bool
shared_reach_is_lasting(const struct py_object *object)
{
    return is_in(instances, n_instances, (uintptr_t)object)
           || is_in(types, n_types, (uintptr_t)object);
}

/* --- what a call adds --- */

struct call {
    const struct shared_worker *worker;
    const struct access *accesses;
    size_t n_accesses;
    const struct outer_use *uses;
    size_t n_uses;
};

static void
add_memory(struct reach *reach, uintptr_t address, size_t size, bool is_write)
{
    uintptr_t last = address + (size > 0 ? size - 1 : 0);
    if (is_lasting(address) && is_lasting(last)) {
        reach_add_span(reach, address, size, is_write);
    }
    else if (is_lasting(address) || is_lasting(last)) {
        reach->is_unlimited = true;
    }
    else {
        reach_add_elsewhere(reach, is_write);
    }
}

/* The call has made it before its access number N, or its arguments are in it. */
static bool
is_own(const struct call *call, size_t n, uintptr_t address, bool is_write)
{
    const struct shared_worker *worker = call->worker;
    for (int i = 0; i < worker->n_own && !is_write; i++) {
        if (address >= worker->own[i].begin && address < worker->own[i].end) {
            return true;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const struct access *access = &call->accesses[i];
        if ((access->flags & ACCESS_FRESH) != 0 && address >= access->address
            && address < access->address + access->size)
        {
            return true;
        }
    }
    for (size_t i = 0; i < call->n_uses && call->uses[i].n_before <= n; i++) {
        const struct outer_use *use = &call->uses[i];
        if (address >= use->made && address < use->made + use->made_size) {
            return true;
        }
    }
    return false;
}

/* Is it an object, and no other memory in which a type stands? */
static bool
is_counted(uintptr_t address)
{
    uint64_t thread, shared_count;
    uint32_t count;
    if (!object_is_live(address)) {
        return false;
    }
    memcpy(&thread, (const void *)address, sizeof thread);
    memcpy(&count, (const void *)(address + HEAD_COUNT), sizeof count);
    memcpy(&shared_count, (const void *)(address + HEAD_SHARED_COUNT), sizeof shared_count);
    if (thread == 0) {
        return count == UINT32_MAX || (count == 0 && (shared_count & 3) != 0);
    }
    bool is_known = thread == (uint64_t)pthread_self();
    for (int i = 0; i < N_WORKERS; i++) {
        is_known = is_known || thread == (uint64_t)workers[i].thread;
    }
    return is_known;
}

/* The object in whose head the address is, or 0. */
static uintptr_t
object_of_head(uintptr_t address)
{
    uintptr_t word = address & ~(uintptr_t)7;
    for (size_t offset = 0; offset < HEAD_SIZE; offset += 8) {
        if (is_counted(word - offset)) {
            return word - offset;
        }
    }
    return 0;
}

/* Counting references orders itself; who asks for the number depends on all who count. */
static void
add_head(struct reach *reach, const struct access *access, uintptr_t object)
{
    uintptr_t offset = access->address - object;
    bool is_write = (access->flags & ACCESS_WRITE) != 0;
    bool asks = offset >= HEAD_SHARED_COUNT && offset < HEAD_TYPE && !is_write;
    bool sets_type = offset >= HEAD_TYPE && is_write;
    bool counts = offset >= HEAD_COUNT && is_write;
    if (asks || sets_type || (is_write && !counts)) {
        reach->is_unlimited = true;
    }
}

static bool
is_constant(uintptr_t address)
{
    const struct image *image = image_at(address);
    if (image == NULL) {
        return false;
    }
    for (int i = 0; i < image->n_writable; i++) {
        if (address >= image->writable[i].begin && address < image->writable[i].end) {
            return false;
        }
    }
    return true;
}

static void
add_access(struct reach *reach, const struct call *call, size_t index)
{
    const struct access *access = &call->accesses[index];
    const unsigned none = ACCESS_FRESH | ACCESS_SECTION | ACCESS_SECTION_END | ACCESS_USED
                          | ACCESS_BORROWED;
    bool is_write = (access->flags & ACCESS_WRITE) != 0;
    uintptr_t address = access->address;
    if ((access->flags & none) != 0 || is_own(call, index, address, is_write)) {
        return; /* what functions get is told by their reach */
    }
    if (!is_write
        && (is_constant(address) || image_is_core(address) || is_in(types, n_types, address)))
    {
        return;
    }
    if (!shared_words_has(address) || is_in(types, n_types, address)) {
        uintptr_t object = object_of_head(address);
        if (object != 0) {
            add_head(reach, access, object);
            return;
        }
    }
    if (is_write && (is_in(types, n_types, address) || image_is_core(address))) {
        reach->is_unlimited = true;
        return;
    }
    add_memory(reach, address, access->size, is_write);
}

static bool
is_plain(const struct py_object *object)
{
    const struct py_object *type = object_type(object);
    return type == py.PyLong_Type || type == py.PyUnicode_Type || type == py.PyBytes_Type
           || type == py.PyFloat_Type || type == py.PyComplex_Type
           || object == py._Py_NoneStruct || object_is_type(object);
}

/* All of an instance that is there for good; it may be one of a built-in type, too. */
static void
add_instance(struct reach *reach, uintptr_t object, bool is_write)
{
    for (int i = 0; i < n_instances; i++) {
        if (instances[i].begin == object) {
            reach_add_span(reach, object + HEAD_SIZE, instances[i].end - object - HEAD_SIZE,
                     is_write);
        }
    }
}

static void
add_lock(struct reach *reach, const struct call *call, const struct outer_use *use,
         uintptr_t argument)
{
    /* A lock, or an object that has one; it lies there for good, or anywhere. */
    if (is_lasting(argument) || is_in(types, n_types, argument)) {
        reach_add_span(reach, argument, 1, true);
    }
    else if (!is_own(call, use->n_before, argument, true)) {
        reach_add_elsewhere(reach, true);
    }
}

static void
add_argument(struct reach *reach, const struct call *call, const struct outer_use *use,
             uintptr_t argument)
{
    bool is_write = use->reach == OUTER_REACH_CHANGES;
    if (is_own(call, use->n_before, argument, false) && !is_lasting(argument)) {
        return;
    }
    if (object_is_live(argument)) {
        if (use->reach != OUTER_REACH_CLOSED
            && !is_plain((const struct py_object *)argument))
        {
            reach_add_elsewhere(reach, is_write);
            add_instance(reach, argument, is_write);
        }
    }
    else if (is_lasting(argument)) {
        reach->is_unlimited = true; /* how far from there is not known */
    }
    else if (!stepping_is_of_stack(argument) && !is_constant(argument)
             && memory_is_readable(argument, 1))
    {
        reach_add_elsewhere(reach, true);
    }
}

static void
add_use(struct reach *reach, const struct call *call, const struct outer_use *use)
{
    reach->is_unlimited = reach->is_unlimited || use->reach == OUTER_REACH_OPEN;
    for (int i = 0; i < use->n_arguments && !reach->is_unlimited; i++) {
        if (use->reach == OUTER_REACH_LOCKS) {
            add_lock(reach, call, use, use->arguments[i]);
        }
        else {
            add_argument(reach, call, use, use->arguments[i]);
        }
    }
}

void
shared_reach_note_call(struct reach *reach, const struct shared_worker *worker)
{
    struct call call = {.worker = worker};
    call.n_accesses = stepping_accesses(&call.accesses);
    call.n_uses = stepping_outer_uses(&call.uses);
    reach->n_calls++;
    if (!stepping_is_followed() || !worker->is_closed || py.head_size != HEAD_SIZE) {
        reach->is_unlimited = true;
    }
    if (worker->answer.identity != 0) {
        reach->is_unlimited = true; /* what runs when the result dies is not seen */
    }
    if (worker->has_open_arguments) {
        reach_add_elsewhere(reach, true);
    }
    for (size_t i = 0; i < call.n_accesses && !reach->is_unlimited; i++) {
        add_access(reach, &call, i);
    }
    for (size_t i = 0; i < call.n_uses && !reach->is_unlimited; i++) {
        add_use(reach, &call, &call.uses[i]);
    }
}

void
shared_reach_note_words(struct reach *reach, const int64_t *steps)
{
    for (int i = 0; i < shared_words_count(); i++) {
        if (steps[i] != 0) {
            reach_add_span(reach, shared_words_address(i), 8, true);
        }
    }
}
