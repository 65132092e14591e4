/* Does the extension hold a lock, as far as its calls tell? */
#ifndef INSULATE_PROBE_HELD_LOCKS_H
#define INSULATE_PROBE_HELD_LOCKS_H

#include <stdbool.h>

struct image;

/* From now on the calls of an image count that take and release locks. */
void held_locks_begin(const struct image *image);

/* Also true where it cannot be told: locks that are taken without a call. */
bool held_locks_any(void);

#endif
