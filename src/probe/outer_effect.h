/* What a function that the extension called has done to memory that the extension gave it
 * an address of.  Such functions are not stepped through: their effect is told by name,
 * and for all others by what has changed at the addresses.  For a signal handler. */
#ifndef INSULATE_PROBE_OUTER_EFFECT_H
#define INSULATE_PROBE_OUTER_EFFECT_H

#include "probe/stepping.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OUTER_ARGUMENTS 6 /* in registers */
#define OUTER_BYTES 64    /* that are compared behind each address */
#define OUTER_EFFECT_LIMIT (OUTER_ARGUMENTS + 4)

struct outer_effect {
    uintptr_t function;
    int known; /* its number among those known by name; below 0: none */
    uint64_t arguments[OUTER_ARGUMENTS];
    size_t sizes[OUTER_ARGUMENTS]; /* of what could be read there */
    unsigned char bytes[OUTER_ARGUMENTS][OUTER_BYTES];
};

/* Finds the functions that are known by name. */
void outer_effect_prepare(void);

/* FUNCTION is about to begin; the registers stand in the order of their numbers. */
void outer_effect_begin(struct outer_effect *effect, uintptr_t function,
                        const uint64_t registers[16]);

/* It has returned RESULT.  Returns how many accesses those are. */
size_t outer_effect_end(const struct outer_effect *effect, uint64_t result,
                        struct access out_accesses[OUTER_EFFECT_LIMIT]);

#endif
