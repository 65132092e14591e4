#include "probe/guard_pages.h"

#include "probe/image.h"
#include "probe/object_tracker.h"
#include "probe/protocol.h"
#include "probe/python.h"
#include "probe/record.h"
#include "probe/stepping.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DOMAINS 3
#define DOMAIN_MEM 1                  /* CPython takes module states from here */
#define AREA_SIZE ((size_t)256 << 20) /* bytes of addresses; no memory until used */
#define ALIGNMENT 16
#define SLOT_LIMIT (AREA_SIZE / 8192) /* two pages each, of the smallest size */
#define SLOTS_TRIED 64 /* that are in use, before a block is an ordinary one */

enum slot { SLOT_NEW, SLOT_LIVE, SLOT_FREED };

static struct py_allocator original[DOMAINS];
static unsigned char *area;
static atomic_uchar slots[SLOT_LIMIT];
static atomic_size_t next_slot; /* goes on from the beginning */
static size_t n_slots;
static size_t page_size;
static size_t state_size;
static bool is_active;
static bool guards_malloc;
static atomic_bool keeps_freed;
static _Thread_local bool guards_all;
static _Thread_local bool in_hook;

/* The size of a block stands at the beginning of its first page; the block ends where
 * its last page ends. */
static unsigned char *
first_page(const void *block)
{
    size_t offset = (size_t)((const unsigned char *)block - area);
    return area + offset / page_size * page_size;
}

static bool
is_guarded(const void *block)
{
    return area != NULL && (const unsigned char *)block >= area
           && (const unsigned char *)block < area + AREA_SIZE;
}

static size_t
size_of(const void *block)
{
    size_t size;
    memcpy(&size, first_page(block), sizeof size);
    return size;
}

static bool
should_guard(uintptr_t domain, size_t size)
{
    if ((!is_active && !guards_all) || in_hook || size == 0
        || size > page_size - ALIGNMENT)
    {
        return false;
    }
    if (guards_all) {
        return true;
    }
    if (domain == DOMAIN_MEM && size == state_size) {
        return true;
    }
    in_hook = true; /* unwinding may allocate */
    bool is_extension = object_tracker_place() != 0;
    in_hook = false;
    return is_extension;
}

/* Where a block begins that ends with its page. */
static unsigned char *
block_on(unsigned char *page, size_t size)
{
    return page + page_size - (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t
slot_of(const void *block)
{
    return (size_t)((const unsigned char *)block - area) / (2 * page_size);
}

/* A slot that is not in use, longest free first; n_slots: none. */
static size_t
take_slot(void)
{
    for (int i = 0; i < SLOTS_TRIED; i++) {
        size_t slot = atomic_fetch_add(&next_slot, 1) % n_slots;
        unsigned char state = atomic_load(&slots[slot]);
        if (state != SLOT_LIVE
            && atomic_compare_exchange_strong(&slots[slot], &state, SLOT_LIVE))
        {
            return slot;
        }
    }
    return n_slots;
}

/* One page for the block, one behind it that is never mapped.  NULL when the area is
 * used up: then the block is an ordinary one. */
static void *
guard_block(size_t size)
{
    size_t slot = take_slot();
    if (slot == n_slots) {
        return NULL;
    }
    unsigned char *page = area + slot * 2 * page_size;
    if (mmap(page, page_size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0)
        == MAP_FAILED)
    {
        atomic_store(&slots[slot], SLOT_NEW);
        return NULL;
    }
    memcpy(page, &size, sizeof size);
    return block_on(page, size);
}

/* A block that was freed before is used once more here, so that it faults. */
static void
use_block(const void *block)
{
    if (atomic_load(&slots[slot_of(block)]) == SLOT_FREED) {
        (void)mprotect(first_page(block), page_size, PROT_NONE);
        (void)*(const volatile char *)block;
    }
}

static void
free_block(void *block)
{
    use_block(block);
    atomic_store(&slots[slot_of(block)], SLOT_FREED);
    if (!atomic_load(&keeps_freed)) {
        (void)mprotect(first_page(block), page_size, PROT_NONE);
        (void)madvise(first_page(block), page_size, MADV_DONTNEED);
    }
}

static const struct py_allocator *
original_of(const void *context)
{
    return &original[(uintptr_t)context];
}

/* Between these the allocator of one domain may use that of another, for the whole of
 * what it keeps: on a debug build with marks around the block, which begins elsewhere. */
static bool
enter_original(void)
{
    bool was_in_hook = in_hook;
    in_hook = true;
    return was_in_hook;
}

static void
leave_original(bool was_in_hook)
{
    in_hook = was_in_hook;
}

static void *
hook_malloc(void *context, size_t size)
{
    const struct py_allocator *next = original_of(context);
    void *block = should_guard((uintptr_t)context, size) ? guard_block(size) : NULL;
    if (block == NULL) {
        bool was_in_hook = enter_original();
        block = next->malloc(next->context, size);
        leave_original(was_in_hook);
    }
    stepping_note_block(block, size);
    return block;
}

static void *
hook_calloc(void *context, size_t count, size_t size)
{
    const struct py_allocator *next = original_of(context);
    bool fits = count == 0 || size <= page_size / count;
    void *block = fits && should_guard((uintptr_t)context, count * size)
                      ? guard_block(count * size)
                      : NULL; /* fresh pages are zero */
    if (block == NULL) {
        bool was_in_hook = enter_original();
        block = next->calloc(next->context, count, size);
        leave_original(was_in_hook);
    }
    stepping_note_block(block, count * size);
    return block;
}

/* Where a block grows, it is moved, too: whoever has its old address is seen. */
static void *
move_to_guard(const struct py_allocator *next, void *block, bool fits, size_t size)
{
    void *moved = fits && block != NULL ? guard_block(size) : NULL;
    if (moved == NULL) {
        return block;
    }
    memcpy(moved, block, size);
    next->free(next->context, block);
    return moved;
}

static void *
hook_realloc(void *context, void *old, size_t size)
{
    const struct py_allocator *next = original_of(context);
    if (old == NULL) {
        return hook_malloc(context, size);
    }
    bool fits = should_guard((uintptr_t)context, size);
    bool was_in_hook = enter_original();
    void *block;
    if (!is_guarded(old)) {
        block = move_to_guard(next, next->realloc(next->context, old, size), fits, size);
    }
    else {
        use_block(old);
        size_t old_size = size_of(old);
        block = fits ? guard_block(size) : NULL;
        block = block != NULL ? block : next->malloc(next->context, size);
        if (block != NULL) {
            memcpy(block, old, old_size < size ? old_size : size);
            free_block(old);
        }
    }
    leave_original(was_in_hook);
    stepping_note_block(block, size);
    return block;
}

static void
hook_free(void *context, void *block)
{
    const struct py_allocator *next = original_of(context);
    if (is_guarded(block)) {
        free_block(block);
        return;
    }
    next->free(next->context, block);
}

void
guard_pages_prepare(void)
{
    object_tracker_prepare_places();
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    area = mmap(NULL, AREA_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
    if (area == MAP_FAILED) {
        trouble("cannot reserve addresses for guard pages");
    }
    n_slots = AREA_SIZE / (2 * page_size);
    struct record record;
    record_begin(&record, RECORD_GUARD_PAGES);
    record_hex(&record, (uintptr_t)area);
    record_hex(&record, (uintptr_t)area + AREA_SIZE);
    record_end(&record);
    for (uintptr_t domain = 0; domain < DOMAINS; domain++) {
        struct py_allocator hooks = {(void *)domain, hook_malloc, hook_calloc,
                                     hook_realloc, hook_free};
        py.PyMem_GetAllocator((int)domain, &original[domain]);
        py.PyMem_SetAllocator((int)domain, &hooks);
    }
}

void
guard_pages_begin(size_t size)
{
    state_size = size;
    is_active = true;
}

void
guard_pages_end(void)
{
    is_active = false;
}

void
guard_pages_guard_thread(bool on)
{
    guards_all = on;
}

void
guard_pages_keep_freed(bool on)
{
    atomic_store(&keeps_freed, on);
}

bool
guard_pages_was_freed(uintptr_t address)
{
    return is_guarded((const void *)address)
           && atomic_load(&slots[slot_of((const void *)address)]) != SLOT_LIVE;
}

void
guard_pages_guard_malloc(void)
{
    guards_malloc = true;
}

void *
guard_pages_malloc(size_t size, uintptr_t caller)
{
    if (!guards_malloc || size == 0 || size > page_size - ALIGNMENT
        || !image_is_target(stepping_caller(caller)))
    {
        return NULL;
    }
    return guard_block(size);
}

bool
guard_pages_has(const void *block)
{
    return is_guarded(block);
}

size_t
guard_pages_size(const void *block)
{
    use_block(block);
    return size_of(block);
}

void
guard_pages_free(void *block)
{
    free_block(block);
}

static bool
is_in_use(uintptr_t address)
{
    return is_guarded((const void *)address)
           && atomic_load(&slots[slot_of((const void *)address)]) != SLOT_NEW;
}

bool
guard_pages_is_freed(uintptr_t address)
{
    return is_in_use(address) && !memory_is_readable(address, 1);
}

bool
guard_pages_leads_to_freed(uintptr_t address)
{
    if (!is_in_use(address) || !memory_is_readable(address, 1)) {
        return false;
    }
    unsigned char *page = first_page((const void *)address);
    size_t size = size_of(page);
    const unsigned char *block = block_on(page, size);
    for (size_t at = 0; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, block + at, sizeof word);
        if (guard_pages_is_freed(word)) {
            return true;
        }
    }
    return false;
}
