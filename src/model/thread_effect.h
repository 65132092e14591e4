/* What functions of libraries do that matters where there is no GIL: write memory that they
 * are given, or run Python code. */
#ifndef INSULATE_MODEL_THREAD_EFFECT_H
#define INSULATE_MODEL_THREAD_EFFECT_H

#include <stdbool.h>

/* The number of the argument whose memory the function NAME writes, moves or frees; -1:
 * none is known. */
int memory_argument_of(const char *name);
/* May the function NAME run code that is written in Python, whatever it is given, and the
 * caller wait for it? */
bool function_runs_python(const char *name);

#endif
