#include "csource/heap.h"

#include <malloc.h>
#include <stdlib.h>

enum {
    /* Bytes.  What is below M_MMAP_THRESHOLD comes from the thread's heap, which may
     * have 64 MB (on 64 bits): two of these fill it. */
    HALF_HEAP = 30 << 20,
    OWN_MAPPING = 32 << 20,
    KEPT_SIZE = 1 << 30,
};

void
heap_keep(void)
{
#if defined(M_MMAP_THRESHOLD) && defined(M_TRIM_THRESHOLD)
    if (sizeof(void *) > sizeof(int)) {
        mallopt(M_MMAP_THRESHOLD, OWN_MAPPING);
        mallopt(M_TRIM_THRESHOLD, KEPT_SIZE);
    }
#endif
}

void
heap_grow(void)
{
    /* volatile: a compiler may leave out a malloc that is only freed. */
    void *volatile halves[2] = {NULL, NULL};
    for (int i = 0; i < 2 && sizeof(void *) > sizeof(int); i++) {
        halves[i] = malloc(HALF_HEAP);
    }
    free(halves[1]);
    free(halves[0]);
}
