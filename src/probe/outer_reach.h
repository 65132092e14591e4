/* How far a function reaches that the extension calls: what of the memory that threads share
 * it may read or change, besides code of the extension that it calls back.  A function that
 * is not known may do anything.  For a signal handler. */
#ifndef INSULATE_PROBE_OUTER_REACH_H
#define INSULATE_PROBE_OUTER_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OUTER_REACH_ARGUMENTS 16

enum outer_reach {
    OUTER_REACH_OPEN,    /* not known */
    OUTER_REACH_CLOSED,  /* plain values, new memory, and what its arguments point to */
    OUTER_REACH_READS,   /* objects that it gets, and what these hold */
    OUTER_REACH_CHANGES, /* the same, and changes them */
    OUTER_REACH_LOCKS,   /* the locks that it gets */
};

/* One call. */
struct outer_use {
    enum outer_reach reach;
    bool makes;      /* an object that nobody else has */
    size_t n_before; /* accesses that were noted before it */
    uintptr_t made;  /* that object, once it is back, */
    size_t made_size; /* and how long it is */
    int n_arguments; /* that may point to memory */
    uintptr_t arguments[OUTER_REACH_ARGUMENTS];
};

/* Finds the functions that are known by name. */
void outer_reach_prepare(void);

/* FUNCTION is about to begin: its registers in the order of their numbers, and where its
 * return address stands. */
void outer_reach_of(uintptr_t function, const uint64_t registers[16],
                    const uintptr_t *return_slot, struct outer_use *out_use);

#endif
