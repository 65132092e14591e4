#include "probe/allocators.h"

#include "probe/python.h"
#include "probe/record.h"

#define DOMAINS 3
#define WATCH_LIMIT 3 /* of one process */

struct layer {
    struct py_allocator next;
    const struct allocator_watch *watch;
};

static struct layer layers[WATCH_LIMIT * DOMAINS];
static int n_layers;

#define CALLER ((uintptr_t)__builtin_return_address(0))

static bool
fails(const struct layer *layer)
{
    return layer->watch->fails != NULL && layer->watch->fails();
}

static void
born(const struct layer *layer, void *block, size_t size, uintptr_t caller)
{
    if (block != NULL && layer->watch->birth != NULL) {
        layer->watch->birth(block, size, caller);
    }
}

static void
died(const struct layer *layer, void *block)
{
    if (block != NULL && layer->watch->death != NULL) {
        layer->watch->death(block);
    }
}

static void *
hook_malloc(void *context, size_t size)
{
    const struct layer *layer = context;
    if (fails(layer)) {
        return NULL;
    }
    void *block = layer->next.malloc(layer->next.context, size);
    born(layer, block, size, CALLER);
    return block;
}

static void *
hook_calloc(void *context, size_t count, size_t size)
{
    const struct layer *layer = context;
    if (fails(layer)) {
        return NULL;
    }
    void *block = layer->next.calloc(layer->next.context, count, size);
    born(layer, block, count * size, CALLER);
    return block;
}

static void *
hook_realloc(void *context, void *old, size_t size)
{
    const struct layer *layer = context;
    if (fails(layer)) {
        return NULL;
    }
    void *block = layer->next.realloc(layer->next.context, old, size);
    if (block != NULL && block != old) {
        died(layer, old);
        born(layer, block, size, CALLER);
    }
    return block;
}

static void
hook_free(void *context, void *block)
{
    const struct layer *layer = context;
    died(layer, block);
    layer->next.free(layer->next.context, block);
}

void
allocators_watch(const struct allocator_watch *watch)
{
    if (n_layers == WATCH_LIMIT * DOMAINS) {
        trouble("too many watches before Python's allocators");
    }
    for (int domain = 0; domain < DOMAINS; domain++) {
        struct layer *layer = &layers[n_layers++];
        struct py_allocator hooks = {layer, hook_malloc, hook_calloc, hook_realloc,
                                     hook_free};
        layer->watch = watch;
        py.PyMem_GetAllocator(domain, &layer->next);
        py.PyMem_SetAllocator(domain, &hooks);
    }
}
