#include "extension/thread_state.h"

#include <string.h>

#include "extension/foreign_threads.h"

enum thread_state
thread_state_of(struct arena *arena, const struct extension *extension,
                const struct function *function, const struct node **out_use)
{
    if (function_runs_only_at_import(extension, function)) {
        if (out_use != NULL) {
            *out_use = NULL;
        }
        return STATE_OF_IMPORT;
    }
    switch (thread_origin_of(arena, extension->source, function, out_use)) {
    case THREAD_OF_PYTHON:
        return STATE_OF_CALLER;
    case THREAD_FOREIGN:
        return STATE_NONE;
    default:
        return STATE_UNKNOWN;
    }
}

const struct node *
foreign_attachment(struct arena *arena, const struct extension *extension,
                   const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (strcmp(call_name(function->calls[i]), "PyGILState_Ensure") == 0) {
            enum thread_state state =
                thread_state_of(arena, extension, function, NULL);
            return state == STATE_UNKNOWN || state == STATE_NONE ? function->calls[i]
                                                                 : NULL;
        }
    }
    return NULL;
}
