/* What functions do with the thread state: take one, or give it up. */
#include "convert/facts/thread_states.h"

#include <string.h>

enum effect { EFFECT_NONE, EFFECT_ATTACHES, EFFECT_DETACHES };

/* The first and the last of what a call, or a function, does with the thread state. */
struct effects {
    enum effect first, last;
};

static struct effects effects_of(const struct function *function, unsigned depth);

static struct effects
effects_of_call(const struct node *call, unsigned depth)
{
    static const struct {
        const char *name;
        enum effect effect;
    } known[] = {
        {"PyGILState_Ensure", EFFECT_ATTACHES},    {"PyGILState_Release", EFFECT_DETACHES},
        {"PyEval_RestoreThread", EFFECT_ATTACHES}, {"PyEval_SaveThread", EFFECT_DETACHES},
        {"PyEval_AcquireThread", EFFECT_ATTACHES}, {"PyEval_ReleaseThread", EFFECT_DETACHES},
    };
    const char *name = call_name(call);
    for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
        if (strcmp(name, known[i].name) == 0) {
            return (struct effects){known[i].effect, known[i].effect};
        }
    }
    return call->function != NULL && call->function->in_project
               ? effects_of(call->function, depth + 1)
               : (struct effects){EFFECT_NONE, EFFECT_NONE};
}

static struct effects
effects_of(const struct function *function, unsigned depth)
{
    enum { MAX_CALLS = 4 };
    struct effects all = {EFFECT_NONE, EFFECT_NONE};
    for (size_t i = 0; depth < MAX_CALLS && i < function->n_calls; i++) {
        struct effects one = effects_of_call(function->calls[i], depth);
        if (one.first == EFFECT_NONE) {
            continue;
        }
        all.first = all.first == EFFECT_NONE ? one.first : all.first;
        all.last = one.last;
    }
    return all;
}

bool
attaches_first(const struct function *function)
{
    return effects_of(function, 0).first == EFFECT_ATTACHES;
}

bool
attaches_itself(const struct function *function)
{
    struct effects effects = effects_of(function, 0);
    return effects.first == EFFECT_ATTACHES && effects.last == EFFECT_DETACHES;
}

const struct node *
attachment_in(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (effects_of_call(function->calls[i], 0).last == EFFECT_ATTACHES) {
            return function->calls[i];
        }
    }
    return NULL;
}
