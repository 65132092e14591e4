/* Our malloc, mmap and so on stand before those of the C library, since the probe is
 * preloaded, and hand everything on; a watch stands before Python's allocators.  While
 * the extension is followed they note which memory its own code took: what it asked for
 * itself, or through a function of the C or C++ library. */

#include "probe/memory_tracker.h"

#include "probe/allocator_hooks.h"
#include "probe/guard_pages.h"
#include "probe/image.h"
#include "probe/object_tracker.h"
#include "probe/allocation_table.h"
#include "probe/protocol.h"
#include "probe/python.h"
#include "probe/record.h"
#include "probe/stack_walk.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PLACE_LIMIT 64
#define ROUND_LIMIT 8

enum source { SOURCE_C, SOURCE_PYTHON, SOURCE_SYSTEM, N_SOURCES };

static const char *const source_names[N_SOURCES] = {
    [SOURCE_C] = LEAK_MALLOC,
    [SOURCE_PYTHON] = LEAK_PYTHON,
    [SOURCE_SYSTEM] = LEAK_MMAP,
};

static struct allocation_table blocks;
static struct allocation_table mappings; /* few: looked through at each munmap */
static uint32_t epoch_now;
static volatile bool is_following;
static uintptr_t new_operator; /* of the C++ library, or 0 */
static _Thread_local bool in_hook;

/* --- who asked --- */

static bool
is_in(const struct image *image, uintptr_t address)
{
    return image != NULL && address >= image->whole.begin && address < image->whole.end;
}

/* The C library, or the C++ library, working for whoever called it. */
static bool
is_library(const struct image *image)
{
    return image != NULL
           && (image->role == IMAGE_SYSTEM
               || (new_operator != 0 && is_in(image, new_operator)));
}

/* Frames between malloc and the extension: strdup, new, ... */
static enum stack_walk_step
visit_library(void *data, uintptr_t address)
{
    const struct image *image = image_at(address);
    (void)data;
    if (image != NULL && image->role == IMAGE_TARGET) {
        return STACK_WALK_FOUND;
    }
    bool is_ours = image != NULL && image->role == IMAGE_PROBE;
    return is_ours || is_library(image) ? STACK_WALK_CONTINUE : STACK_WALK_STOP;
}

/* Where in the extension a block was asked for; 0: elsewhere. */
static uintptr_t
place_of(uintptr_t caller)
{
    const struct image *image = image_at(caller);
    if (image != NULL && image->role == IMAGE_TARGET) {
        return caller - 1;
    }
    return is_library(image) ? stack_walk_all(visit_library, NULL) : 0;
}

/* --- Python's allocators --- */

/* PyMem_Malloc and its like either jump to the watch, whose caller is theirs then, or
 * call it: from these addresses, which a call of each has shown. */
enum { RETURN_LIMIT = 9 };
static uintptr_t returns[RETURN_LIMIT];
static int n_returns;
static uintptr_t last_caller;

static bool
is_return(uintptr_t address)
{
    int i = 0;
    while (i < n_returns && returns[i] != address) {
        i++;
    }
    return i < n_returns;
}

static enum stack_walk_step
visit_allocator(void *data, uintptr_t address)
{
    const struct image *image = image_at(address);
    (void)data;
    if (image != NULL && image->role == IMAGE_TARGET) {
        return STACK_WALK_FOUND;
    }
    bool is_ours = image != NULL && image->role == IMAGE_PROBE;
    return is_ours || is_return(address) ? STACK_WALK_CONTINUE : STACK_WALK_STOP;
}

/* What other functions of the interpreter take belongs to them. */
static uintptr_t
python_place_of(uintptr_t caller)
{
    if (is_return(caller)) {
        return stack_walk_all(visit_allocator, NULL);
    }
    return image_is_target(caller) ? caller - 1 : 0;
}

/* --- noting --- */

static void
note(void *memory, size_t size, uintptr_t caller, enum source source)
{
    if (memory == NULL || in_hook) {
        return;
    }
    in_hook = true; /* unwinding may allocate */
    int saved = errno;
    uintptr_t place =
        source == SOURCE_PYTHON ? python_place_of(caller) : place_of(caller);
    if (place != 0) {
        struct allocation_table_entry entry = {(uintptr_t)memory, place, size,
                                               epoch_now, source};
        allocation_table_note(source == SOURCE_SYSTEM ? &mappings : &blocks, &entry);
    }
    errno = saved;
    in_hook = false;
}

static void
block_allocated(void *block, size_t size, uintptr_t caller)
{
    last_caller = caller;
    if (is_following) {
        note(block, size, caller, SOURCE_PYTHON);
    }
}

static void
block_freed(void *block)
{
    if (is_following) {
        allocation_table_forget(&blocks, (uintptr_t)block);
    }
}

typedef void *allocate_function(size_t count, size_t size);
typedef void free_function(void *block);

/* PyMem_Malloc takes one size, PyMem_Realloc a block and a size, PyMem_Calloc two
 * sizes: for all of them the first argument may be 0 or 1. */
static void
learn_return(const char *name, size_t first, const char *free_name)
{
    allocate_function *allocate;
    free_function *give_back;
    void *found = dlsym(RTLD_DEFAULT, name);
    void *found_free = dlsym(RTLD_DEFAULT, free_name);
    if (found == NULL || found_free == NULL) {
        return;
    }
    memcpy(&allocate, &found, sizeof found);
    memcpy(&give_back, &found_free, sizeof found_free);
    last_caller = 0;
    void *block = allocate(first, 1);
    uintptr_t caller = last_caller;
    if (image_is_core(caller) && !is_return(caller) && n_returns < RETURN_LIMIT) {
        returns[n_returns++] = caller;
    }
    give_back(block);
}

static void
watch_python(void)
{
    static const struct allocator_hook hook = {.on_allocate = block_allocated,
                                               .on_free = block_freed};
    static const char *const kinds[] = {"PyMem_Raw", "PyMem_", "PyObject_"};
    static const struct {
        const char *name;
        size_t first;
    } verbs[] = {{"Malloc", 1}, {"Calloc", 1}, {"Realloc", 0}};
    allocator_hooks_add(&hook);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char free_name[24];
        snprintf(free_name, sizeof free_name, "%sFree", kinds[i]);
        for (size_t j = 0; j < sizeof verbs / sizeof verbs[0]; j++) {
            char name[24];
            snprintf(name, sizeof name, "%s%s", kinds[i], verbs[j].name);
            learn_return(name, verbs[j].first, free_name);
        }
    }
}

void
memory_tracker_begin(void)
{
    void *operator_new = dlsym(RTLD_DEFAULT, "_Znwm");
    stack_walk_prepare();
    new_operator = (uintptr_t)operator_new;
    if (image_target() == NULL || !allocation_table_init(&blocks)
        || !allocation_table_init(&mappings))
    {
        return;
    }
    watch_python();
    is_following = true;
}

void
memory_tracker_set_epoch(uint32_t epoch)
{
    epoch_now = epoch;
}

unsigned long
memory_tracker_lost(void)
{
    return blocks.n_lost + mappings.n_lost;
}

/* --- the report --- */

struct place {
    uintptr_t address;
    enum source source;
    long n_blocks[ROUND_LIMIT];
    size_t size; /* of the blocks of the last round */
};

static struct place *
find_place(struct place *places, int *n, const struct allocation_table_entry *block)
{
    int i = 0;
    while (i < *n
           && (places[i].address != block->place || places[i].source != block->kind))
    {
        i++;
    }
    if (i == *n && *n < PLACE_LIMIT) {
        places[(*n)++] = (struct place){.address = block->place, .source = block->kind};
    }
    return i < *n ? &places[i] : NULL;
}

static void
count_table(const struct allocation_table *allocation_table, uint32_t epoch,
            uint32_t round, struct place *places, int *n)
{
    for (const struct allocation_table_entry *block = NULL;
         (block = allocation_table_next(allocation_table, block)) != NULL;)
    {
        struct place *place =
            block->epoch == epoch ? find_place(places, n, block) : NULL;
        if (place != NULL) {
            place->size = place->n_blocks[round] > 0 ? place->size : 0;
            place->size += block->size;
            place->n_blocks[round]++;
        }
    }
}

/* Adds what is alive of an epoch as that of a round.  Rounds come in their order. */
static void
count_blocks(uint32_t epoch, uint32_t round, struct place *places, int *n)
{
    count_table(&blocks, epoch, round, places, n);
    count_table(&mappings, epoch, round, places, n);
}

static void
report_place(const struct place *place, uint32_t last)
{
    char size[24];
    struct record record;
    snprintf(size, sizeof size, "%zu", place->size);
    record_begin(&record, RECORD_LEAK);
    record_text(&record, source_names[place->source]);
    record_number(&record, place->n_blocks[last]);
    record_text(&record, size);
    record_place(&record, place->address);
    record_end(&record);
}

void
memory_tracker_report(uint32_t first, uint32_t last)
{
    struct place places[PLACE_LIMIT];
    int n = 0;
    uint32_t n_rounds = last - first + 1;
    if (!is_following || n_rounds > ROUND_LIMIT) {
        return;
    }
    is_following = false;
    for (uint32_t round = 0; round < n_rounds; round++) {
        count_blocks(first + round, round, places, &n);
    }
    for (int i = 0; i < n; i++) {
        uint32_t round = 0;
        while (round < n_rounds && places[i].n_blocks[round] > 0) {
            round++;
        }
        if (round == n_rounds) {
            report_place(&places[i], n_rounds - 1);
        }
    }
}

static int
count_failure(const struct failure_rounds *rounds, struct place *places)
{
    int n = 0;
    count_blocks(rounds->success, 0, places, &n);
    count_blocks(rounds->first, 1, places, &n);
    count_blocks(rounds->second, 2, places, &n);
    return n;
}

static int
compare_places(const void *left, const void *right)
{
    const struct place *one = left;
    const struct place *other = right;
    if (one->address != other->address) {
        return one->address < other->address ? -1 : 1;
    }
    return (int)one->source - (int)other->source;
}

static bool
leaves(const struct place *place, uint32_t round)
{
    return place->n_blocks[round] > place->n_blocks[0];
}

bool
memory_tracker_failure_leaves(const struct failure_rounds *rounds)
{
    struct place places[PLACE_LIMIT];
    int n = is_following ? count_failure(rounds, places) : 0;
    bool any = false;
    for (int i = 0; i < n; i++) {
        any = any || leaves(&places[i], 1);
    }
    return any;
}

void
memory_tracker_report_failure(const struct failure_rounds *rounds)
{
    struct place places[PLACE_LIMIT];
    int n = is_following ? count_failure(rounds, places) : 0;
    qsort(places, (size_t)n, sizeof places[0], compare_places);
    for (int i = 0; i < n; i++) {
        if (leaves(&places[i], 1) && leaves(&places[i], 2)) {
            report_place(&places[i], 2);
        }
    }
}

/* --- in front of the C library --- */

extern const char __start_insulate_malloc[], __stop_insulate_malloc[];

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

/* A sanitizer has a malloc of its own. */
#if !defined(__SANITIZE_ADDRESS__) && !HAS_FEATURE(address_sanitizer)

#define IN_FRONT __attribute__((section("insulate_malloc"), visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0))

#ifdef __GLIBC__

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

#else

/* The function that the C library has behind this one; looking for it allocates
 * nothing. */
#define NEXT(name)                                                                     \
    static __typeof__(&name) found;                                                    \
    __typeof__(&name) next = __atomic_load_n(&found, __ATOMIC_RELAXED);                \
    if (next == NULL) {                                                                \
        void *address = dlsym(RTLD_NEXT, #name);                                       \
        memcpy(&next, &address, sizeof next);                                          \
        __atomic_store_n(&found, next, __ATOMIC_RELAXED);                              \
    }

static void *
__libc_malloc(size_t size)
{
    NEXT(malloc)
    return next(size);
}

static void *
__libc_calloc(size_t count, size_t size)
{
    NEXT(calloc)
    return next(count, size);
}

static void *
__libc_realloc(void *memory, size_t size)
{
    NEXT(realloc)
    return next(memory, size);
}

static void *
__libc_memalign(size_t alignment, size_t size)
{
    NEXT(aligned_alloc)
    return next(alignment, size);
}

static void
__libc_free(void *memory)
{
    NEXT(free)
    next(memory);
}

#endif

IN_FRONT void *
malloc(size_t size)
{
    void *memory = guard_pages_malloc(size, CALLER);
    memory = memory != NULL ? memory : __libc_malloc(size);
    if (is_following) {
        note(memory, size, CALLER, SOURCE_C);
    }
    return memory;
}

IN_FRONT void *
calloc(size_t count, size_t size)
{
    bool fits = size == 0 || count <= PTRDIFF_MAX / size;
    void *memory = fits ? guard_pages_malloc(count * size, CALLER) : NULL;
    memory = memory != NULL ? memory : __libc_calloc(count, size);
    if (is_following) {
        note(memory, count * size, CALLER, SOURCE_C);
    }
    return memory;
}

/* A guarded block that becomes another one, or one of the extension that is to be guarded.
 * NULL: neither. */
static void *
reallocate_guarded(void *old, size_t size, uintptr_t caller)
{
    bool was_guarded = old != NULL && guard_pages_has(old);
    void *memory = size > 0 ? guard_pages_malloc(size, caller) : NULL;
    if (memory == NULL && was_guarded) {
        memory = __libc_malloc(size);
    }
    if (memory == NULL || old == NULL) {
        return memory;
    }
    size_t old_size = was_guarded ? guard_pages_size(old) : malloc_usable_size(old);
    memcpy(memory, old, old_size < size ? old_size : size);
    if (was_guarded) {
        guard_pages_free(old);
    }
    else {
        __libc_free(old);
    }
    return memory;
}

IN_FRONT void *
realloc(void *old, size_t size)
{
    if (is_following && old != NULL) {
        allocation_table_forget(
            &blocks,
            (uintptr_t)old); /* one that cannot grow is not followed any more */
    }
    void *memory = reallocate_guarded(old, size, CALLER);
    if (memory == NULL && (old == NULL || !guard_pages_has(old))) {
        memory = __libc_realloc(old, size);
    }
    if (is_following) {
        note(memory, size, CALLER, SOURCE_C);
    }
    return memory;
}

IN_FRONT void
free(void *memory)
{
    if (is_following && memory != NULL) {
        allocation_table_forget(&blocks, (uintptr_t)memory);
    }
    if (guard_pages_has(memory)) {
        guard_pages_free(memory);
        return;
    }
    __libc_free(memory);
}

IN_FRONT void *
memalign(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);
    if (is_following) {
        note(memory, size, CALLER, SOURCE_C);
    }
    return memory;
}

IN_FRONT void *
aligned_alloc(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);
    if (is_following) {
        note(memory, size, CALLER, SOURCE_C);
    }
    return memory;
}

IN_FRONT int
posix_memalign(void **out_memory, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0
        || (alignment & (alignment - 1)) != 0)
    {
        return EINVAL;
    }
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) {
        return ENOMEM;
    }
    if (is_following) {
        note(memory, size, CALLER, SOURCE_C);
    }
    *out_memory = memory;
    return 0;
}

#if defined(SYS_mmap) && defined(__LP64__)

/* Whatever of the range was mapped for the extension is gone. */
static void
forget_mappings(uintptr_t begin, size_t size)
{
    for (const struct allocation_table_entry *mapping = NULL;
         (mapping = allocation_table_next(&mappings, mapping)) != NULL;)
    {
        if (mapping->address - begin < size) {
            allocation_table_forget(&mappings, mapping->address);
        }
    }
}

static void *
map(void *address, size_t size, const int how[3], off_t offset, uintptr_t caller)
{
    long memory = syscall(SYS_mmap, address, size, how[0], how[1], how[2], offset);
    if (is_following && memory != -1) {
        note((void *)memory, size, caller, SOURCE_SYSTEM);
    }
    return (void *)memory;
}

/* The C library has two names for it, one of which its header may hide (large files). */
IN_FRONT void *mmap_in_front(void *, size_t, int, int, int, off_t) __asm__("mmap");
IN_FRONT void *mmap64_in_front(void *, size_t, int, int, int, off_t) __asm__("mmap64");

void *
mmap_in_front(void *address, size_t size, int protection, int flags, int file,
              off_t offset)
{
    return map(address, size, (const int[]){protection, flags, file}, offset, CALLER);
}

void *
mmap64_in_front(void *address, size_t size, int protection, int flags, int file,
                off_t offset)
{
    return map(address, size, (const int[]){protection, flags, file}, offset, CALLER);
}

IN_FRONT int
munmap(void *memory, size_t size)
{
    long status = syscall(SYS_munmap, memory, size);
    if (is_following && status == 0) {
        forget_mappings((uintptr_t)memory, size);
    }
    return (int)status;
}

IN_FRONT void *
mremap(void *old, size_t old_size, size_t size, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    void *wanted = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void *) : NULL;
    va_end(rest);
    long memory = syscall(SYS_mremap, old, old_size, size, flags, wanted);
    if (is_following && memory != -1) {
        forget_mappings((uintptr_t)old, old_size);
        note((void *)memory, size, CALLER, SOURCE_SYSTEM);
    }
    return (void *)memory;
}

#endif

bool
memory_tracker_has_code(uintptr_t address)
{
    return address >= (uintptr_t)__start_insulate_malloc
           && address < (uintptr_t)__stop_insulate_malloc;
}

#else

bool
memory_tracker_has_code(uintptr_t address)
{
    (void)address;
    return false;
}

#endif
