/* What functions do with the thread state: take one, or give it up. */
#include "convert/facts/thread_states.h"

#include "model/thread_effect.h"

enum effect { EFFECT_NONE, EFFECT_ATTACHES, EFFECT_DETACHES };

/* The first and the last of what a call, or a function, does with the thread state. */
struct effects {
    enum effect first, last;
};

static struct effects effects_of(const struct function *function, unsigned depth);

static struct effects
effects_of_call(const struct node *call, unsigned depth)
{
    switch (thread_state_effect_of(call_name(call))) {
    case THREAD_STATE_ATTACHED:
    case THREAD_STATE_ENSURED:
        return (struct effects){EFFECT_ATTACHES, EFFECT_ATTACHES};
    case THREAD_STATE_DETACHED:
    case THREAD_STATE_RELEASED:
        return (struct effects){EFFECT_DETACHES, EFFECT_DETACHES};
    case THREAD_STATE_KEPT:
        break;
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
