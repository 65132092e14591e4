/* Who calls whom, by name. */
#include "convert/facts/reached_functions.h"

static bool
calls_any(const struct function *function, const bool *set)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct function *called = function->calls[i]->function;
        if (called != NULL && set[called->id]) {
            return true;
        }
    }
    return false;
}

void
add_callers(const struct source *source, bool *set)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            if (!set[function->id] && calls_any(function, set)) {
                set[function->id] = grows = true;
            }
        }
    }
}

void
add_callees(const struct source *source, bool *set)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < source->n_functions; i++) {
            const struct function *function = source->functions[i];
            for (size_t k = 0; set[function->id] && k < function->n_calls; k++) {
                const struct function *called = function->calls[k]->function;
                if (called != NULL && !set[called->id]) {
                    set[called->id] = grows = true;
                }
            }
        }
    }
}
