/* Watches in front of Python's three allocators (PYMEM_DOMAIN_RAW, MEM and OBJ), which
 * hand everything on: PyMem_SetAllocator allows that at any time. */
#ifndef INSULATE_PROBE_ALLOCATORS_H
#define INSULATE_PROBE_ALLOCATORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allocator_watch {
    bool (*fails)(void); /* is there no memory now?  NULL: there always is */
    /* A new block; CALLER is the return address of the watch.  NULL: not asked for. */
    void (*birth)(void *block, size_t size, uintptr_t caller);
    void (*death)(void *block); /* NULL: not asked for */
};

/* Puts a watch, which must stay, before those that are there. */
void allocators_watch(const struct allocator_watch *watch);

#endif
