/* How malloc gets its memory while units are parsed. */
#ifndef INSULATE_CSOURCE_HEAP_H
#define INSULATE_CSOURCE_HEAP_H

/* From now on memory that is freed is kept: the next unit needs as much.  Once a run,
 * before threads start. */
void heap_keep(void);

/* Have the calling thread's heap grow at once, and not page by page: glibc asks the
 * system for each page of a heap that is not the main thread's. */
void heap_grow(void);

#endif
