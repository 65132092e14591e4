/* Memory that runs out at a chosen moment, for what the extension asks for. */
#ifndef INSULATE_PROBE_SHORTAGE_H
#define INSULATE_PROBE_SHORTAGE_H

/* Wraps the allocators; call before Python starts. */
void shortage_prepare(void);

/* Counts the extension's allocations from 1, and lets number `which` fail; 0: none. */
void shortage_begin(long which);

/* Ends it.  Returns how many allocations were counted. */
long shortage_end(void);

#endif
