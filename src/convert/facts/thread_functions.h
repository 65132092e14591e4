/* Which functions of a module threads run at the same time where there is no GIL, and what
 * CPython gives them. */
#ifndef INSULATE_CONVERT_FACTS_THREAD_FUNCTIONS_H
#define INSULATE_CONVERT_FACTS_THREAD_FUNCTIONS_H

#include <stdint.h>

#include "convert/conversion.h"

enum thread_context {
    CONTEXT_NONE,     /* at import only, by hooks of the module, or never */
    CONTEXT_TEARDOWN, /* only to take an instance apart, which no other thread has then */
    CONTEXT_RUN,
};

/* By function id. */
struct thread_functions {
    const uint8_t *contexts; /* enum thread_context */
    /* A bit for each parameter that is an object for sure, never NULL, in all tables that
     * CPython calls the function by; 0: it is in none. */
    const uint32_t *objects;
    const bool *takes_module; /* parameter 0 is the module */
};

const struct thread_functions *thread_functions_read(const struct conversion *c);

#endif
