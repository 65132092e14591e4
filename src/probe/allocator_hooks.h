/* Hooks in front of Python's three allocators (PYMEM_DOMAIN_RAW, MEM and OBJ).  They
 * forward every call: PyMem_SetAllocator allows that at any time. */
#ifndef INSULATE_PROBE_ALLOCATOR_HOOKS_H
#define INSULATE_PROBE_ALLOCATOR_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allocator_hook {
    bool (*should_fail)(void); /* fail this allocation?  NULL: never */
    /* A new block; CALLER is the return address of the hook.  NULL: not asked for. */
    void (*on_allocate)(void *block, size_t size, uintptr_t caller);
    void (*on_free)(void *block); /* NULL: not asked for */
};

/* Installs HOOK, borrowed for good, in front of those installed before. */
void allocator_hooks_add(const struct allocator_hook *hook);

#endif
