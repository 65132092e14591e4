/* Memory that runs out at a chosen moment, for what the extension asks for. */
#ifndef INSULATE_PROBE_SHORTAGE_H
#define INSULATE_PROBE_SHORTAGE_H

#include <stdint.h>

/* Wraps the allocators; call before Python starts. */
void shortage_prepare(void);

/* Counts the extension's allocations from 1, and lets number `which` fail; 0: none. */
void shortage_begin(long which);

/* Where in the extension the allocation was asked for that failed since shortage_begin;
 * 0: none failed, or it has ended. */
uintptr_t shortage_place(void);

/* Ends it.  Returns how many allocations were counted. */
long shortage_end(void);

#endif
