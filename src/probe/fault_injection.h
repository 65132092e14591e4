/* Makes a chosen allocation of the extension fail. */
#ifndef INSULATE_PROBE_FAULT_INJECTION_H
#define INSULATE_PROBE_FAULT_INJECTION_H

#include <stdbool.h>
#include <stdint.h>

/* Wraps the allocators; call before Python starts. */
void fault_injection_prepare(void);

/* Counts the extension's allocations from 1, and lets number `which` fail; 0: none. */
void fault_injection_begin(long which);

/* The same with none that fails; notes where those are asked for whose turn to fail will
 * come: number 1 and each STEP further, up to LIMIT. */
void fault_injection_learn(long step, long limit);
/* Was one asked for there? */
bool fault_injection_allocates(uintptr_t place);

/* Where in the extension the allocation was asked for that failed since fault_injection_begin;
 * 0: none failed, or it has ended. */
uintptr_t fault_injection_place(void);

/* Ends it.  Returns how many allocations were counted. */
long fault_injection_end(void);

#endif
