/* Our malloc, free and so on stand before those of the C library, since the probe is
 * preloaded, and hand everything on.  While the extension is followed they note which
 * blocks its own code took: those that it asked for itself, or through a function of
 * the C or C++ library. */

#include "probe/mallocs.h"

#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define TABLE_SIZE (1 << 16) /* entries, a power of two; full: blocks are not noted */
#define FRAME_LIMIT 12       /* between malloc and the extension: strdup, new, ... */
#define PLACE_LIMIT 64
#define EPOCH_LIMIT 8

struct block {
    uintptr_t address; /* 0: free; 1: was used */
    uintptr_t place;   /* where in the extension */
    uint32_t epoch;
    size_t size;
};

static struct block *table;
static uint32_t epoch_now;
static volatile bool is_following;
static const struct image *target, *core;
static uintptr_t new_operator; /* of the C++ library, or 0 */
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Thread_local bool inside;

static void
take_lock(void)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
}

static void
leave_lock(void)
{
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

static struct block *
slot_at(size_t index)
{
    return &table[index & (TABLE_SIZE - 1)];
}

/* The entry of an address, or a free one; NULL if the table is full. */
static struct block *
find(uintptr_t address)
{
    struct block *free_one = NULL;
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        struct block *block = slot_at((address >> 4) + i);
        if (block->address == address) {
            return block;
        }
        if (block->address <= 1 && free_one == NULL) {
            free_one = block;
        }
        if (block->address == 0) {
            break;
        }
    }
    return free_one;
}

/* Forget an entry; in front of a free one no mark is needed that it was used. */
static void
forget(struct block *block)
{
    size_t index = (size_t)(block - table);
    block->address = 1;
    while (slot_at(index + 1)->address == 0 && slot_at(index)->address == 1) {
        slot_at(index)->address = 0;
        index--;
    }
}

static bool
is_in(const struct image *image, uintptr_t address)
{
    return image != NULL && address >= image->whole.begin && address < image->whole.end;
}

/* The C library, or the C++ library, working for whoever called it. */
static bool
is_library(const struct image *image)
{
    return image->role == IMAGE_SYSTEM || image->role == IMAGE_PROBE
           || (new_operator != 0 && is_in(image, new_operator));
}

/* Where in the extension a block was asked for; 0: elsewhere. */
static uintptr_t
place_of(uintptr_t caller)
{
    void *frames[FRAME_LIMIT];
    if (is_in(target, caller)) {
        return caller - 1;
    }
    const struct image *image = is_in(core, caller) ? NULL : image_at(caller);
    if (image == NULL || !is_library(image)) {
        return 0;
    }
    int n = backtrace(frames, FRAME_LIMIT);
    for (int i = 0; i < n; i++) {
        uintptr_t address = (uintptr_t)frames[i];
        image = image_at(address);
        if (image == target) {
            return address - 1;
        }
        if (image == NULL || !is_library(image)) {
            return 0;
        }
    }
    return 0;
}

static void
note_birth(void *memory, size_t size, void *caller)
{
    if (memory == NULL || inside) {
        return;
    }
    inside = true; /* backtrace may allocate */
    int saved = errno;
    uintptr_t place = place_of((uintptr_t)caller);
    if (place != 0) {
        take_lock();
        struct block *block = find((uintptr_t)memory);
        if (block != NULL) {
            *block = (struct block){(uintptr_t)memory, place, epoch_now, size};
        }
        leave_lock();
    }
    errno = saved;
    inside = false;
}

static void
note_death(void *memory)
{
    take_lock();
    struct block *block = find((uintptr_t)memory);
    if (block != NULL && block->address == (uintptr_t)memory) {
        forget(block);
    }
    leave_lock();
}

void
mallocs_begin(void)
{
    void *frames[2];
    void *operator_new = dlsym(RTLD_DEFAULT, "_Znwm");
    (void)backtrace(frames, 2); /* loads the unwinder now */
    new_operator = (uintptr_t)operator_new;
    target = image_target();
    core = image_at((uintptr_t)dlsym(RTLD_DEFAULT, "Py_BytesMain"));
    table = mmap(NULL, TABLE_SIZE * sizeof *table, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    is_following = target != NULL && table != MAP_FAILED;
}

void
mallocs_set_epoch(uint32_t epoch)
{
    epoch_now = epoch;
}

/* --- the report --- */

struct place {
    uintptr_t address;
    long n_blocks[EPOCH_LIMIT];
    size_t size; /* of the blocks of the last epoch */
};

static struct place *
find_place(struct place *places, int *n, uintptr_t address)
{
    int i = 0;
    while (i < *n && places[i].address != address) {
        i++;
    }
    if (i == *n && *n < PLACE_LIMIT) {
        places[(*n)++] = (struct place){.address = address};
    }
    return i < *n ? &places[i] : NULL;
}

static void
report_place(const struct place *place, uint32_t last)
{
    char size[24];
    struct record record;
    snprintf(size, sizeof size, "%zu", place->size);
    record_begin(&record, RECORD_LEAK);
    record_text(&record, "malloc");
    record_number(&record, place->n_blocks[last]);
    record_text(&record, size);
    record_place(&record, place->address);
    record_end(&record);
}

void
mallocs_report(uint32_t first, uint32_t last)
{
    struct place places[PLACE_LIMIT];
    int n = 0;
    if (!is_following || last >= EPOCH_LIMIT) {
        return;
    }
    is_following = false;
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        const struct block *block = &table[i];
        struct place *place =
            block->address > 1 && block->epoch >= first && block->epoch <= last
                ? find_place(places, &n, block->place)
                : NULL;
        if (place != NULL) {
            place->n_blocks[block->epoch]++;
            place->size += block->epoch == last ? block->size : 0;
        }
    }
    for (int i = 0; i < n; i++) {
        uint32_t epoch = first;
        while (epoch <= last && places[i].n_blocks[epoch] > 0) {
            epoch++;
        }
        if (epoch > last) {
            report_place(&places[i], last);
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
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)                               \
    && !HAS_FEATURE(address_sanitizer)

#define IN_FRONT __attribute__((section("insulate_malloc"), visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

IN_FRONT void *
malloc(size_t size)
{
    void *memory = __libc_malloc(size);
    if (is_following) {
        note_birth(memory, size, __builtin_return_address(0));
    }
    return memory;
}

IN_FRONT void *
calloc(size_t count, size_t size)
{
    void *memory = __libc_calloc(count, size);
    if (is_following) {
        note_birth(memory, count * size, __builtin_return_address(0));
    }
    return memory;
}

IN_FRONT void *
realloc(void *old, size_t size)
{
    if (is_following && old != NULL) {
        note_death(old); /* one that cannot grow is not followed any more */
    }
    void *memory = __libc_realloc(old, size);
    if (is_following) {
        note_birth(memory, size, __builtin_return_address(0));
    }
    return memory;
}

IN_FRONT void
free(void *memory)
{
    if (is_following && memory != NULL) {
        note_death(memory);
    }
    __libc_free(memory);
}

IN_FRONT void *
memalign(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);
    if (is_following) {
        note_birth(memory, size, __builtin_return_address(0));
    }
    return memory;
}

IN_FRONT void *
aligned_alloc(size_t alignment, size_t size)
{
    void *memory = __libc_memalign(alignment, size);
    if (is_following) {
        note_birth(memory, size, __builtin_return_address(0));
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
        note_birth(memory, size, __builtin_return_address(0));
    }
    *out_memory = memory;
    return 0;
}

bool
mallocs_has_code(uintptr_t address)
{
    return address >= (uintptr_t)__start_insulate_malloc
           && address < (uintptr_t)__stop_insulate_malloc;
}

#else

bool
mallocs_has_code(uintptr_t address)
{
    (void)address;
    return false;
}

#endif
