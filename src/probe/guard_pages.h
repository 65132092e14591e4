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

/* From now on every small block that the calling thread allocates is guarded, whoever
 * asks for it. */
void guard_pages_guard_thread(bool on);

/* For what stands before the C library's malloc: a block for the extension's own call at
 * CALLER, zero, or NULL: the C library's turn.  The others are for blocks that
 * guard_pages_has. */
void *guard_pages_malloc(size_t size, uintptr_t caller);
bool guard_pages_has(const void *block);
size_t guard_pages_size(const void *block);
void guard_pages_free(void *block);
/* From now on the extension's calls of malloc are guarded in all threads. */
void guard_pages_guard_malloc(void);

/* While on, blocks that are freed stay as they are.  CPython without a GIL may look at an
 * object that another thread frees at the same time (Include/internal/pycore_object.h,
 * _Py_TryIncref): wherever it works for two threads at once, that is no use after free. */
void guard_pages_keep_freed(bool on);

/* Was the guarded block at the address freed?  In any thread, and in a signal handler. */
bool guard_pages_was_freed(uintptr_t address);

/* Does the address lie in a guarded block that was freed?  Needs a fresh
 * memory_refresh(). */
bool guard_pages_is_freed(uintptr_t address);

/* Does a guarded block that is alive and holds the address contain a pointer to one that
 * was freed? */
bool guard_pages_leads_to_freed(uintptr_t address);

#endif
