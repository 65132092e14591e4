#include "csource/heap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    /* Bytes.  What is below M_MMAP_THRESHOLD comes from the thread's heap, which may
     * have 64 MB (on 64 bits): two of these fill it. */
    HALF_HEAP = 30 << 20,
    OWN_MAPPING = 32 << 20,
    KEPT_SIZE = 1 << 30,
    HUGE_PAGE = 2 << 20,
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

/* Ask for huge pages below what HALF has: thousands of page faults less for each unit.
 * A system without them says no, which changes nothing. */
static void
use_huge_pages(void *half)
{
#ifdef MADV_HUGEPAGE
    size_t before = -(uintptr_t)half & (HUGE_PAGE - 1);
    (void)madvise((char *)half + before, HALF_HEAP - HUGE_PAGE, MADV_HUGEPAGE);
#else
    (void)half;
#endif
}

void
heap_grow(void)
{
    /* volatile: a compiler may leave out a malloc that is only freed. */
    void *volatile halves[2] = {NULL, NULL};
    for (int i = 0; i < 2 && sizeof(void *) > sizeof(int); i++) {
        halves[i] = malloc(HALF_HEAP);
        if (halves[i] != NULL) {
            use_huge_pages(halves[i]);
        }
    }
    free(halves[1]);
    free(halves[0]);
}
