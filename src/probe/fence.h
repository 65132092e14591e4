/* Memory of the extension on pages of its own, which nobody may touch once it is freed:
 * a use after free stops where it happens. */
#ifndef INSULATE_PROBE_FENCE_H
#define INSULATE_PROBE_FENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Wraps the allocators; call before Python starts. */
void fence_prepare(void);

/* From now on blocks of `state_size` bytes, as module states have, and what the
 * extension itself allocates are fenced. */
void fence_begin(size_t state_size);
void fence_end(void);

#endif
