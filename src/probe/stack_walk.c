#include "probe/stack_walk.h"

#include "probe/backtrace.h"
#include "probe/image.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unwind.h>

#define SCAN_BYTES 8192 /* of stack, looked through for the extension's code */
#define FRAME_LIMIT 40

static _Thread_local uintptr_t stack_end;

static uintptr_t
stack_limit(void)
{
    if (stack_end == 0) {
        pthread_attr_t attributes;
        void *begin;
        size_t size;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &begin, &size);
            stack_end = (uintptr_t)begin + size;
            pthread_attr_destroy(&attributes);
        }
    }
    return stack_end;
}

/* A cheap question before the dear one: which words of the near stack look like a
 * return address into the extension?  Stale words say yes falsely, never no.  Returns
 * where the furthest of them stands, 0 if there is none. */
__attribute__((no_sanitize("address"))) static uintptr_t
furthest_candidate(void)
{
    const struct image *target = image_target();
    if (target == NULL) {
        return 0;
    }
    uintptr_t begin = (uintptr_t)__builtin_frame_address(0);
    uintptr_t end = begin + SCAN_BYTES;
    if (stack_limit() != 0 && end > stack_limit()) {
        end = stack_limit();
    }
    uintptr_t first = target->whole.begin;
    uintptr_t size = target->whole.end - first;
    for (uintptr_t at = end & ~(sizeof at - 1); at > begin;) {
        uintptr_t word;
        at -= sizeof at;
        memcpy(&word, (const void *)at, sizeof word);
        if (word - first < size && image_has_code(target, word)) {
            return at;
        }
    }
    return 0;
}

/* The compiler's unwinder, which backtrace() stands on: unlike that one it can be
 * stopped, and most walks end after a few frames. */
static struct {
    _Unwind_Reason_Code (*walk)(_Unwind_Trace_Fn, void *);
    _Unwind_Ptr (*address)(struct _Unwind_Context *);
    _Unwind_Word (*stack)(struct _Unwind_Context *);
} unwinder;

#ifdef __GLIBC__

static void
find_unwinder(void)
{
    void *library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        return;
    }
    void *walk = dlsym(library, "_Unwind_Backtrace");
    void *address = dlsym(library, "_Unwind_GetIP");
    void *stack = dlsym(library, "_Unwind_GetCFA");
    if (walk != NULL && address != NULL && stack != NULL) {
        memcpy(&unwinder.walk, &walk, sizeof walk);
        memcpy(&unwinder.address, &address, sizeof address);
        memcpy(&unwinder.stack, &stack, sizeof stack);
    }
}

#else

/* Linked in: the library may be absent where nothing is written in C++. */
static void
find_unwinder(void)
{
    unwinder.walk = _Unwind_Backtrace;
    unwinder.address = _Unwind_GetIP;
    unwinder.stack = _Unwind_GetCFA;
}

#endif

struct stack_walk {
    stack_walk_visitor *visitor;
    void *data;
    uintptr_t furthest; /* place on the stack behind which no frame is of interest */
    uintptr_t place;    /* in the extension, once found */
    int n_frames;
};

/* Returns whether the walk goes on. */
static bool
look(struct stack_walk *walk, uintptr_t address)
{
    enum stack_walk_step step = walk->visitor(walk->data, address);
    if (step == STACK_WALK_FOUND) {
        walk->place = address - 1;
    }
    return step == STACK_WALK_CONTINUE && ++walk->n_frames < FRAME_LIMIT;
}

/* The return address of a frame stands right below the stack of its caller. */
static _Unwind_Reason_Code
visit(struct _Unwind_Context *context, void *data)
{
    struct stack_walk *walk = data;
    bool goes_on = look(walk, (uintptr_t)unwinder.address(context))
                   && (uintptr_t)unwinder.stack(context) <= walk->furthest;
    return goes_on ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

void
stack_walk_prepare(void)
{
    void *frames[2];
    (void)backtrace(frames, 2); /* loads the unwinder now */
    if (unwinder.walk == NULL) {
        find_unwinder();
    }
}

static uintptr_t
go(struct stack_walk *walk)
{
    if (unwinder.walk != NULL) {
        (void)unwinder.walk(visit, walk);
        return walk->place;
    }
    void *frames[FRAME_LIMIT];
    int n = backtrace(frames, FRAME_LIMIT);
    for (int i = 0; i < n && look(walk, (uintptr_t)frames[i]); i++) {
    }
    return walk->place;
}

uintptr_t
stack_walk_find(stack_walk_visitor *visitor, void *data)
{
    struct stack_walk walk = {visitor, data, furthest_candidate(), 0, 0};
    return walk.furthest != 0 ? go(&walk) : 0;
}

uintptr_t
stack_walk_all(stack_walk_visitor *visitor, void *data)
{
    struct stack_walk walk = {visitor, data, UINTPTR_MAX, 0, 0};
    return go(&walk);
}
