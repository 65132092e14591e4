/* Finds the extension's code that caused the current call, by walking the stack of this
 * thread. */
#ifndef INSULATE_PROBE_STACK_WALK_H
#define INSULATE_PROBE_STACK_WALK_H

#include <stdint.h>

enum stack_walk_step {
    STACK_WALK_CONTINUE, /* this frame decides nothing */
    STACK_WALK_FOUND,    /* here the extension asked */
    STACK_WALK_STOP,     /* it was somebody else */
};

/* Looks at one frame, the innermost first; those of the probe itself come, too. */
typedef enum stack_walk_step stack_walk_visitor(void *data, uintptr_t address);

/* Loads what unwinding needs; before any hook that walks. */
void stack_walk_prepare(void);

/* The place in the extension's code where VISITOR found the asker, 0 if it did not.
 * Where nothing on the near stack leads into the extension, no frame is visited.
 * Unwinding may allocate: the caller prevents its hooks from calling it again. */
uintptr_t stack_walk_find(stack_walk_visitor *visitor, void *data);

/* The same without a look at the near stack first, for which the thread's bounds must be
 * known: the C library tells them under a lock, and may itself allocate under it. */
uintptr_t stack_walk_all(stack_walk_visitor *visitor, void *data);

#endif
