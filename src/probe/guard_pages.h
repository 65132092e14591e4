/* Each block of the extension on pages of its own, which become inaccessible when it is
 * freed: a use after free faults where it happens. */
#ifndef INSULATE_PROBE_GUARD_PAGES_H
#define INSULATE_PROBE_GUARD_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Wraps the allocators; call before Python starts. */
void guard_pages_prepare(void);

/* From now on blocks of `state_size` bytes, as module states have, and what the
 * extension itself allocates are guarded. */
void guard_pages_begin(size_t state_size);
void guard_pages_end(void);

/* Does the address lie in a guarded block that was freed?  Needs a fresh
 * memory_refresh(). */
bool guard_pages_is_freed(uintptr_t address);

/* Does a guarded block that is alive and holds the address contain a pointer to one that
 * was freed? */
bool guard_pages_leads_to_freed(uintptr_t address);

#endif
