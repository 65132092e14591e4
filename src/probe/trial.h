/* Use that may crash the process: in a forked copy of it. */
#ifndef INSULATE_PROBE_TRIAL_H
#define INSULATE_PROBE_TRIAL_H

#include "probe/inside.h"

#include <stdbool.h>

/* Loads trials.py behind exercise.py. */
void trial_load(struct inside *inside);

/* Calls FUNCTION of trials.py in a copy, in the phase NAME; in another copy without the
 * step that ended the first one, and so on, a few times.  Arguments are borrowed.
 * Returns whether the first copy ended well. */
bool trial_run(struct inside *inside, const char *name, const char *function,
               struct py_object *first, struct py_object *second);

#endif
