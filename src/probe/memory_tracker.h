/* Memory that the extension allocates itself, not as part of an object: from the C
 * library, from Python's allocators, or with mmap. */
#ifndef INSULATE_PROBE_MEMORY_TRACKER_H
#define INSULATE_PROBE_MEMORY_TRACKER_H

#include <stdbool.h>
#include <stdint.h>

/* Begins to follow it; the extension is loaded by then. */
void memory_tracker_begin(void);

/* Blocks from now on belong to the epoch, which counts from 1. */
void memory_tracker_set_epoch(uint32_t epoch);

/* Reports the places whose blocks of each of the epochs FIRST to LAST are not freed,
 * and follows no more. */
void memory_tracker_report(uint32_t first, uint32_t last);

struct failure_rounds;

/* Is more alive of the first failure than of the success? */
bool memory_tracker_failure_leaves(const struct failure_rounds *rounds);

/* Reports the places whose blocks of both failures are alive, and not of the success. */
void memory_tracker_report_failure(const struct failure_rounds *rounds);

/* How many blocks could not be noted, for want of memory. */
unsigned long memory_tracker_lost(void);

/* Is it an address in one of our functions that stand before the C library's? */
bool memory_tracker_has_code(uintptr_t address);

#endif
