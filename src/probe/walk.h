/* Who asked for what happens now?  A walk up the stack of this thread, frame by frame,
 * to the code of the extension. */
#ifndef INSULATE_PROBE_WALK_H
#define INSULATE_PROBE_WALK_H

#include <stdint.h>

enum walk_step {
    WALK_ON,    /* this frame decides nothing */
    WALK_FOUND, /* here the extension asked */
    WALK_END,   /* it was somebody else */
};

/* Judges one frame, the innermost first; those of the witness itself come, too. */
typedef enum walk_step walk_visitor(void *data, uintptr_t address);

/* Loads what unwinding needs; before any hook that walks. */
void walk_prepare(void);

/* The place in the extension's code where VISITOR found the asker, 0 if it did not.
 * Where nothing on the near stack leads into the extension, no frame is visited.
 * Unwinding may allocate: the caller keeps its hooks from calling it again. */
uintptr_t walk_up(walk_visitor *visitor, void *data);

/* The same without a look at the near stack first, for which the thread's bounds must be
 * known: the C library tells them under a lock, and may itself allocate under it. */
uintptr_t walk_frames(walk_visitor *visitor, void *data);

#endif
