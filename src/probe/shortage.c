#include "probe/shortage.h"

#include "probe/births.h"
#include "probe/python.h"

#define DOMAINS 3 /* PYMEM_DOMAIN_RAW, MEM, OBJ */

static struct py_allocator original[DOMAINS];
static volatile bool is_counting;
static bool inside_hook; /* all happens in one thread */
static long n_counted;
static long failing;
static uintptr_t failed_place;

static bool
fails_now(void)
{
    if (!is_counting || inside_hook) {
        return false;
    }
    inside_hook = true; /* unwinding may allocate */
    uintptr_t place = births_place();
    inside_hook = false;
    if (place == 0 || ++n_counted != failing) {
        return false;
    }
    failed_place = place;
    return true;
}

static const struct py_allocator *
original_of(const void *context)
{
    return &original[(uintptr_t)context];
}

static void *
hook_malloc(void *context, size_t size)
{
    const struct py_allocator *next = original_of(context);
    return fails_now() ? NULL : next->malloc(next->context, size);
}

static void *
hook_calloc(void *context, size_t count, size_t size)
{
    const struct py_allocator *next = original_of(context);
    return fails_now() ? NULL : next->calloc(next->context, count, size);
}

static void *
hook_realloc(void *context, void *block, size_t size)
{
    const struct py_allocator *next = original_of(context);
    return fails_now() ? NULL : next->realloc(next->context, block, size);
}

static void
hook_free(void *context, void *block)
{
    const struct py_allocator *next = original_of(context);
    next->free(next->context, block);
}

void
shortage_prepare(void)
{
    births_prepare_places();
    for (uintptr_t domain = 0; domain < DOMAINS; domain++) {
        struct py_allocator hooks = {(void *)domain, hook_malloc, hook_calloc,
                                     hook_realloc, hook_free};
        py.PyMem_GetAllocator((int)domain, &original[domain]);
        py.PyMem_SetAllocator((int)domain, &hooks);
    }
}

void
shortage_begin(long which)
{
    n_counted = 0;
    failing = which;
    failed_place = 0;
    is_counting = true;
}

uintptr_t
shortage_place(void)
{
    return is_counting ? failed_place : 0;
}

long
shortage_end(void)
{
    is_counting = false;
    return n_counted;
}
