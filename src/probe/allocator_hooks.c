#include "probe/allocator_hooks.h"

#include "probe/python.h"
#include "probe/record.h"

#define DOMAINS 3
#define HOOK_LIMIT 3 /* of one process */

struct layer {
    struct py_allocator next;
    const struct allocator_hook *hook;
    unsigned bit; /* of the hook */
};

static struct layer layers[HOOK_LIMIT * DOMAINS];
static int n_layers;

/* The watches whose hooks are at work: a large block comes from another domain, whose
 * hooks are not asked again. */
static _Thread_local unsigned working;

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* Returns whether this is the outermost hook of its functions. */
static bool
enter(const struct layer *layer, unsigned *out_before)
{
    *out_before = working;
    working |= layer->bit;
    return (*out_before & layer->bit) == 0;
}

static bool
fails(const struct layer *layer, bool is_outermost)
{
    return is_outermost && layer->hook->should_fail != NULL
           && layer->hook->should_fail();
}

static void
note_allocated(const struct layer *layer, void *block, size_t size, uintptr_t caller)
{
    if (block != NULL && layer->hook->on_allocate != NULL) {
        layer->hook->on_allocate(block, size, caller);
    }
}

static void
note_freed(const struct layer *layer, void *block)
{
    if (block != NULL && layer->hook->on_free != NULL) {
        layer->hook->on_free(block);
    }
}

static void *
hook_malloc(void *context, size_t size)
{
    const struct layer *layer = context;
    unsigned before;
    bool is_outermost = enter(layer, &before);
    void *block = fails(layer, is_outermost)
                      ? NULL
                      : layer->next.malloc(layer->next.context, size);
    working = before;
    if (is_outermost) {
        note_allocated(layer, block, size, CALLER);
    }
    return block;
}

static void *
hook_calloc(void *context, size_t count, size_t size)
{
    const struct layer *layer = context;
    unsigned before;
    bool is_outermost = enter(layer, &before);
    void *block = fails(layer, is_outermost)
                      ? NULL
                      : layer->next.calloc(layer->next.context, count, size);
    working = before;
    if (is_outermost) {
        note_allocated(layer, block, count * size, CALLER);
    }
    return block;
}

static void *
hook_realloc(void *context, void *old, size_t size)
{
    const struct layer *layer = context;
    unsigned before;
    bool is_outermost = enter(layer, &before);
    void *block = fails(layer, is_outermost)
                      ? NULL
                      : layer->next.realloc(layer->next.context, old, size);
    working = before;
    if (is_outermost && block != NULL && block != old) {
        note_freed(layer, old);
        note_allocated(layer, block, size, CALLER);
    }
    return block;
}

static void
hook_free(void *context, void *block)
{
    const struct layer *layer = context;
    unsigned before;
    if (enter(layer, &before)) {
        note_freed(layer, block);
    }
    layer->next.free(layer->next.context, block);
    working = before;
}

void
allocator_hooks_add(const struct allocator_hook *hook)
{
    if (n_layers == HOOK_LIMIT * DOMAINS) {
        trouble("too many allocator hooks");
    }
    unsigned bit = 1U << (n_layers / DOMAINS);
    for (int domain = 0; domain < DOMAINS; domain++) {
        struct layer *layer = &layers[n_layers++];
        struct py_allocator hooks = {layer, hook_malloc, hook_calloc, hook_realloc,
                                     hook_free};
        layer->hook = hook;
        layer->bit = bit;
        py.PyMem_GetAllocator(domain, &layer->next);
        py.PyMem_SetAllocator(domain, &hooks);
    }
}
