/* What functions of libraries do that matters where there is no GIL: write memory that they
 * are given, run Python code, change the thread state, or suspend critical sections. */
#ifndef INSULATE_MODEL_THREAD_EFFECT_H
#define INSULATE_MODEL_THREAD_EFFECT_H

#include <stdbool.h>

/* The number of the argument whose memory the function NAME writes, moves or frees; -1:
 * none is known. */
int memory_argument_of(const char *name);
/* May the function NAME run code that is written in Python, whatever it is given, and the
 * caller wait for it? */
bool function_runs_python(const char *name);
/* The number of the argument whose class decides whether the function NAME runs such code; -1:
 * none does. */
int asked_argument_of(const char *name);

enum thread_state_effect {
    THREAD_STATE_KEPT,
    THREAD_STATE_ATTACHED,
    THREAD_STATE_DETACHED, /* which suspends critical sections */
    THREAD_STATE_ENSURED,  /* attached, if it was not */
    THREAD_STATE_RELEASED, /* as it was before it was ensured */
};

enum thread_state_effect thread_state_effect_of(const char *name);
/* Does the function NAME of CPython leave the critical sections of its caller active?  What
 * is not known does not. */
bool function_keeps_sections(const char *name);

#endif
