/* Code that runs in threads which CPython does not know. */
#ifndef INSULATE_EXTENSION_FOREIGN_THREADS_H
#define INSULATE_EXTENSION_FOREIGN_THREADS_H

#include "extension/extension.h"

enum thread_origin {
    THREAD_OF_PYTHON, /* only Python calls it, or what Python calls */
    THREAD_UNKNOWN,   /* other code has its address, or can call it by its name */
    THREAD_FOREIGN,   /* a new thread begins with it */
};

/* What is known of the threads that can run FUNCTION.  *OUT_USE, if not NULL, becomes the
 * name that gives the address away, or NULL.  ARENA is scratch. */
enum thread_origin thread_origin_of(struct arena *arena, const struct source *source,
                                    const struct function *function,
                                    const struct node **out_use);

#endif
