#include "probe/allocation_table.h"

#include <string.h>
#include <sys/mman.h>

#define FIRST_CAPACITY ((size_t)1 << 14)
#define PAGE_SHIFT 12 /* addresses of one page stay neighbours */
#define GRAIN_SHIFT 4 /* what is taken lies at least 16 bytes apart */
#define WAS_USED 1

static void
take_lock(struct allocation_table *allocation_table)
{
    while (atomic_flag_test_and_set_explicit(&allocation_table->lock,
                                             memory_order_acquire))
    {
    }
}

static void
leave_lock(struct allocation_table *allocation_table)
{
    atomic_flag_clear_explicit(&allocation_table->lock, memory_order_release);
}

static uint64_t
mix(uintptr_t number)
{
    return (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15);
}

/* Pages are spread, what lies in one page is not: few pages of the table are touched. */
static size_t
slot_of(const struct allocation_table *allocation_table, uintptr_t address)
{
    size_t in_page = (address >> GRAIN_SHIFT) & ((1 << (PAGE_SHIFT - GRAIN_SHIFT)) - 1);
    size_t page = (size_t)(mix(address >> PAGE_SHIFT) >> 24);
    return ((page << (PAGE_SHIFT - GRAIN_SHIFT)) + in_page)
           & (allocation_table->capacity - 1);
}

static struct allocation_table_entry *
entry_at(const struct allocation_table *allocation_table, size_t index)
{
    return &allocation_table->entries[index & (allocation_table->capacity - 1)];
}

/* The entry of an address, or the one that it would take; never NULL, since a allocation_table is
 * at most half full. */
static struct allocation_table_entry *
search(const struct allocation_table *allocation_table, uintptr_t address)
{
    struct allocation_table_entry *vacant = NULL;
    for (size_t i = slot_of(allocation_table, address);; i++) {
        struct allocation_table_entry *entry = entry_at(allocation_table, i);
        if (entry->address == address) {
            return entry;
        }
        if (entry->address <= WAS_USED && vacant == NULL) {
            vacant = entry;
        }
        if (entry->address == 0) {
            return vacant;
        }
    }
}

static struct allocation_table_entry *
take_entries(size_t capacity)
{
    void *entries = mmap(NULL, capacity * sizeof(struct allocation_table_entry),
                         PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return entries != MAP_FAILED ? entries : NULL;
}

/* Moves to a table in which the entries take at most a quarter; one that is only full of
 * used ones is made anew in the same size.  Returns false without memory for it. */
static bool
move(struct allocation_table *allocation_table)
{
    struct allocation_table old = {.entries = allocation_table->entries,
                                   .capacity = allocation_table->capacity};
    size_t capacity = allocation_table->capacity;
    while (allocation_table->n_alive * 4 >= capacity) {
        capacity *= 2;
    }
    struct allocation_table_entry *entries = take_entries(capacity);
    if (entries == NULL) {
        return false;
    }
    allocation_table->entries = entries;
    allocation_table->capacity = capacity;
    allocation_table->n_used = allocation_table->n_alive;
    const struct allocation_table_entry *entry = NULL;
    while ((entry = allocation_table_next(&old, entry)) != NULL) {
        *search(allocation_table, entry->address) = *entry;
    }
    munmap(old.entries, old.capacity * sizeof *old.entries);
    return true;
}

static _Atomic uint64_t *
seen_word(struct allocation_table *allocation_table, uintptr_t address,
          uint64_t *out_bit)
{
    uint64_t hash = mix(address >> GRAIN_SHIFT) >> 32;
    *out_bit = UINT64_C(1) << (hash % 64);
    return &allocation_table->seen[hash / 64 % ALLOCATION_TABLE_SEEN_WORDS];
}

static bool
was_seen(struct allocation_table *allocation_table, uintptr_t address)
{
    uint64_t bit;
    const _Atomic uint64_t *word = seen_word(allocation_table, address, &bit);
    return (atomic_load_explicit(word, memory_order_relaxed) & bit) != 0;
}

bool
allocation_table_init(struct allocation_table *allocation_table)
{
    memset(allocation_table, 0, sizeof *allocation_table);
    atomic_flag_clear(&allocation_table->lock);
    allocation_table->entries = take_entries(FIRST_CAPACITY);
    allocation_table->capacity = allocation_table->entries != NULL ? FIRST_CAPACITY : 0;
    return allocation_table->entries != NULL;
}

void
allocation_table_done(struct allocation_table *allocation_table)
{
    if (allocation_table->entries != NULL) {
        munmap(allocation_table->entries,
               allocation_table->capacity * sizeof *allocation_table->entries);
    }
    allocation_table->entries = NULL;
    allocation_table->capacity = allocation_table->n_used = allocation_table->n_alive =
        0;
}

void
allocation_table_note(struct allocation_table *allocation_table,
                      const struct allocation_table_entry *entry)
{
    uint64_t bit;
    _Atomic uint64_t *word = seen_word(allocation_table, entry->address, &bit);
    take_lock(allocation_table);
    if (allocation_table->capacity == 0
        || ((allocation_table->n_used + 1) * 2 > allocation_table->capacity
            && !move(allocation_table)))
    {
        allocation_table->n_lost++;
        leave_lock(allocation_table);
        return;
    }
    struct allocation_table_entry *place = search(allocation_table, entry->address);
    allocation_table->n_used += place->address == 0;
    allocation_table->n_alive += place->address != entry->address;
    *place = *entry;
    atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
    leave_lock(allocation_table);
}

/* In front of a free entry no mark is needed that one was used. */
static void
empty(struct allocation_table *allocation_table, struct allocation_table_entry *entry)
{
    size_t index = (size_t)(entry - allocation_table->entries);
    entry->address = WAS_USED;
    allocation_table->n_alive--;
    while (entry_at(allocation_table, index + 1)->address == 0
           && entry_at(allocation_table, index)->address == WAS_USED)
    {
        entry_at(allocation_table, index)->address = 0;
        allocation_table->n_used--;
        index--;
    }
}

void
allocation_table_forget(struct allocation_table *allocation_table, uintptr_t address)
{
    if (!was_seen(allocation_table, address)) {
        return;
    }
    take_lock(allocation_table);
    struct allocation_table_entry *entry =
        allocation_table->capacity != 0 ? search(allocation_table, address) : NULL;
    if (entry != NULL && entry->address == address) {
        empty(allocation_table, entry);
    }
    leave_lock(allocation_table);
}

bool
allocation_table_find(struct allocation_table *allocation_table, uintptr_t address,
                      struct allocation_table_entry *out_entry)
{
    bool is_there = false;
    if (!was_seen(allocation_table, address)) {
        return false;
    }
    take_lock(allocation_table);
    const struct allocation_table_entry *entry =
        allocation_table->capacity != 0 ? search(allocation_table, address) : NULL;
    if (entry != NULL && entry->address == address) {
        *out_entry = *entry;
        is_there = true;
    }
    leave_lock(allocation_table);
    return is_there;
}

const struct allocation_table_entry *
allocation_table_next(const struct allocation_table *allocation_table,
                      const struct allocation_table_entry *entry)
{
    size_t index = entry != NULL ? (size_t)(entry - allocation_table->entries) + 1 : 0;
    for (; index < allocation_table->capacity; index++) {
        if (allocation_table->entries[index].address > WAS_USED) {
            return &allocation_table->entries[index];
        }
    }
    return NULL;
}
