/* How malloc gets its memory while units are parsed. */
#ifndef INSULATE_CSOURCE_HEAP_H
#define INSULATE_CSOURCE_HEAP_H

/* From now on memory that is freed is kept: the next unit needs as much.  Once a run,
 * before threads start. */
void heap_keep(void);

/* Have the calling thread's heap grow at once, and not page by page, as glibc does where
 * it is not the main thread's; in huge pages, where the system has them. */
void heap_grow(void);

#endif
