/* What was taken and not given back yet: a table by address, which grows.  Any thread
 * may write into it, also out of an allocator: its own memory comes from the system. */
#ifndef INSULATE_PROBE_LEDGER_H
#define INSULATE_PROBE_LEDGER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEDGER_SEEN_WORDS 1024

struct ledger_entry {
    uintptr_t address; /* 0: free; 1: was used */
    uintptr_t place;   /* where in the extension it was asked for */
    size_t size;       /* bytes; 0: not known */
    uint32_t epoch;
    uint32_t kind; /* the owner's own numbers */
};

struct ledger {
    struct ledger_entry *entries;
    size_t capacity;       /* a power of two */
    size_t n_used;         /* all that are not free, those that were used included */
    size_t n_alive;        /* those that stand for something */
    unsigned long n_lost;  /* could not be noted: there was no memory */
    atomic_flag lock;
    /* A bit for the hash of each address that was ever noted: nearly all that is given
     * back is not the extension's, and is not looked up. */
    _Atomic uint64_t seen[LEDGER_SEEN_WORDS];
};

/* An empty one.  Returns false if there is no memory even for that. */
bool ledger_init(struct ledger *ledger);
void ledger_done(struct ledger *ledger);

/* Notes ENTRY, in the place of one with the same address. */
void ledger_note(struct ledger *ledger, const struct ledger_entry *entry);

/* Forgets what stands at an address, if anything does. */
void ledger_forget(struct ledger *ledger, uintptr_t address);

/* Copies what stands at an address.  Returns false if nothing does. */
bool ledger_find(struct ledger *ledger, uintptr_t address,
                 struct ledger_entry *out_entry);

/* The entry behind ENTRY (NULL: the first), or NULL; in no order.  No other thread may
 * write meanwhile. */
const struct ledger_entry *ledger_next(const struct ledger *ledger,
                                       const struct ledger_entry *entry);

#endif
