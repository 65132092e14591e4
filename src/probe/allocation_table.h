/* Live allocations by address, in a hash table that grows.  Any thread may write into it,
 * also from an allocator: its own memory comes from the system. */
#ifndef INSULATE_PROBE_ALLOCATION_TABLE_H
#define INSULATE_PROBE_ALLOCATION_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALLOCATION_TABLE_SEEN_WORDS 1024

struct allocation_table_entry {
    uintptr_t address; /* 0: free; 1: was used */
    uintptr_t place;   /* where in the extension it was asked for */
    size_t size;       /* bytes; 0: not known */
    uint32_t epoch;
    uint32_t kind; /* the owner's own numbers */
};

struct allocation_table {
    struct allocation_table_entry *entries;
    size_t capacity;      /* a power of two */
    size_t n_used;        /* all that are not free, those that were used included */
    size_t n_alive;       /* those that stand for something */
    unsigned long n_lost; /* could not be noted: there was no memory */
    atomic_flag lock;
    /* A bit for the hash of each address that was ever noted: nearly all that is given
     * back is not the extension's, and is not looked up. */
    _Atomic uint64_t seen[ALLOCATION_TABLE_SEEN_WORDS];
};

/* An empty one.  Returns false if there is no memory even for that. */
bool allocation_table_init(struct allocation_table *allocation_table);
void allocation_table_done(struct allocation_table *allocation_table);

/* Notes ENTRY, in the place of one with the same address. */
void allocation_table_note(struct allocation_table *allocation_table,
                           const struct allocation_table_entry *entry);

/* Forgets what stands at an address, if anything does. */
void allocation_table_forget(struct allocation_table *allocation_table,
                             uintptr_t address);

/* Copies what stands at an address.  Returns false if nothing does. */
bool allocation_table_find(struct allocation_table *allocation_table, uintptr_t address,
                           struct allocation_table_entry *out_entry);

/* The entry behind ENTRY (NULL: the first), or NULL; in no order.  No other thread may
 * write meanwhile. */
const struct allocation_table_entry *
allocation_table_next(const struct allocation_table *allocation_table,
                      const struct allocation_table_entry *entry);

#endif
