#include "probe/ledger.h"

#include <string.h>
#include <sys/mman.h>

#define FIRST_CAPACITY ((size_t)1 << 14)
#define PAGE_SHIFT 12 /* addresses of one page stay neighbours */
#define GRAIN_SHIFT 4 /* what is taken lies at least 16 bytes apart */
#define WAS_USED 1

static void
take_lock(struct ledger *ledger)
{
    while (atomic_flag_test_and_set_explicit(&ledger->lock, memory_order_acquire)) {
    }
}

static void
leave_lock(struct ledger *ledger)
{
    atomic_flag_clear_explicit(&ledger->lock, memory_order_release);
}

static uint64_t
mix(uintptr_t number)
{
    return (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15);
}

/* Pages are spread, what lies in one page is not: few pages of the table are touched. */
static size_t
slot_of(const struct ledger *ledger, uintptr_t address)
{
    size_t in_page = (address >> GRAIN_SHIFT) & ((1 << (PAGE_SHIFT - GRAIN_SHIFT)) - 1);
    size_t page = (size_t)(mix(address >> PAGE_SHIFT) >> 24);
    return ((page << (PAGE_SHIFT - GRAIN_SHIFT)) + in_page) & (ledger->capacity - 1);
}

static struct ledger_entry *
entry_at(const struct ledger *ledger, size_t index)
{
    return &ledger->entries[index & (ledger->capacity - 1)];
}

/* The entry of an address, or the one that it would take; never NULL, since a ledger is
 * at most half full. */
static struct ledger_entry *
search(const struct ledger *ledger, uintptr_t address)
{
    struct ledger_entry *vacant = NULL;
    for (size_t i = slot_of(ledger, address);; i++) {
        struct ledger_entry *entry = entry_at(ledger, i);
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

static struct ledger_entry *
take_entries(size_t capacity)
{
    void *entries =
        mmap(NULL, capacity * sizeof(struct ledger_entry), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return entries != MAP_FAILED ? entries : NULL;
}

/* Moves to a table in which the entries take at most a quarter; one that is only full of
 * used ones is made anew in the same size.  Returns false without memory for it. */
static bool
move(struct ledger *ledger)
{
    struct ledger old = {.entries = ledger->entries, .capacity = ledger->capacity};
    size_t capacity = ledger->capacity;
    while (ledger->n_alive * 4 >= capacity) {
        capacity *= 2;
    }
    struct ledger_entry *entries = take_entries(capacity);
    if (entries == NULL) {
        return false;
    }
    ledger->entries = entries;
    ledger->capacity = capacity;
    ledger->n_used = ledger->n_alive;
    const struct ledger_entry *entry = NULL;
    while ((entry = ledger_next(&old, entry)) != NULL) {
        *search(ledger, entry->address) = *entry;
    }
    munmap(old.entries, old.capacity * sizeof *old.entries);
    return true;
}

static _Atomic uint64_t *
seen_word(struct ledger *ledger, uintptr_t address, uint64_t *out_bit)
{
    uint64_t hash = mix(address >> GRAIN_SHIFT) >> 32;
    *out_bit = UINT64_C(1) << (hash % 64);
    return &ledger->seen[hash / 64 % LEDGER_SEEN_WORDS];
}

static bool
was_seen(struct ledger *ledger, uintptr_t address)
{
    uint64_t bit;
    const _Atomic uint64_t *word = seen_word(ledger, address, &bit);
    return (atomic_load_explicit(word, memory_order_relaxed) & bit) != 0;
}

bool
ledger_init(struct ledger *ledger)
{
    memset(ledger, 0, sizeof *ledger);
    atomic_flag_clear(&ledger->lock);
    ledger->entries = take_entries(FIRST_CAPACITY);
    ledger->capacity = ledger->entries != NULL ? FIRST_CAPACITY : 0;
    return ledger->entries != NULL;
}

void
ledger_done(struct ledger *ledger)
{
    if (ledger->entries != NULL) {
        munmap(ledger->entries, ledger->capacity * sizeof *ledger->entries);
    }
    ledger->entries = NULL;
    ledger->capacity = ledger->n_used = ledger->n_alive = 0;
}

void
ledger_note(struct ledger *ledger, const struct ledger_entry *entry)
{
    uint64_t bit;
    _Atomic uint64_t *word = seen_word(ledger, entry->address, &bit);
    take_lock(ledger);
    if (ledger->capacity == 0
        || ((ledger->n_used + 1) * 2 > ledger->capacity && !move(ledger)))
    {
        ledger->n_lost++;
        leave_lock(ledger);
        return;
    }
    struct ledger_entry *place = search(ledger, entry->address);
    ledger->n_used += place->address == 0;
    ledger->n_alive += place->address != entry->address;
    *place = *entry;
    atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
    leave_lock(ledger);
}

/* In front of a free entry no mark is needed that one was used. */
static void
empty(struct ledger *ledger, struct ledger_entry *entry)
{
    size_t index = (size_t)(entry - ledger->entries);
    entry->address = WAS_USED;
    ledger->n_alive--;
    while (entry_at(ledger, index + 1)->address == 0
           && entry_at(ledger, index)->address == WAS_USED)
    {
        entry_at(ledger, index)->address = 0;
        ledger->n_used--;
        index--;
    }
}

void
ledger_forget(struct ledger *ledger, uintptr_t address)
{
    if (!was_seen(ledger, address)) {
        return;
    }
    take_lock(ledger);
    struct ledger_entry *entry =
        ledger->capacity != 0 ? search(ledger, address) : NULL;
    if (entry != NULL && entry->address == address) {
        empty(ledger, entry);
    }
    leave_lock(ledger);
}

bool
ledger_find(struct ledger *ledger, uintptr_t address, struct ledger_entry *out_entry)
{
    bool is_there = false;
    if (!was_seen(ledger, address)) {
        return false;
    }
    take_lock(ledger);
    const struct ledger_entry *entry =
        ledger->capacity != 0 ? search(ledger, address) : NULL;
    if (entry != NULL && entry->address == address) {
        *out_entry = *entry;
        is_there = true;
    }
    leave_lock(ledger);
    return is_there;
}

const struct ledger_entry *
ledger_next(const struct ledger *ledger, const struct ledger_entry *entry)
{
    size_t index = entry != NULL ? (size_t)(entry - ledger->entries) + 1 : 0;
    for (; index < ledger->capacity; index++) {
        if (ledger->entries[index].address > WAS_USED) {
            return &ledger->entries[index];
        }
    }
    return NULL;
}
