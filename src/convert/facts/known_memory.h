/* Whose memory it is that code reads or writes through a pointer. */
#ifndef INSULATE_CONVERT_FACTS_KNOWN_MEMORY_H
#define INSULATE_CONVERT_FACTS_KNOWN_MEMORY_H

#include "convert/facts/thread_functions.h"

/* Is the memory that POINTER leads to one that no other thread changes without a guard of
 * shared_places.h: of the function itself, of a place there, constant, or of an immutable
 * object?  IS_WRITTEN: it is written. */
bool memory_is_known(const struct conversion *c, const struct thread_functions *functions,
                     const struct node *pointer, bool is_written);

#endif
