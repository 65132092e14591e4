/* Checks that may crash the process: each runs in a forked copy of it. */
#ifndef INSULATE_PROBE_FORKED_CHECK_H
#define INSULATE_PROBE_FORKED_CHECK_H

#include "probe/exercise_runner.h"

#include <stdbool.h>

/* Loads forked_checks.py behind exercise.py. */
void forked_check_load(struct exercise_runner *runner);

/* Calls FUNCTION of forked_checks.py in a copy, in the phase NAME; in another copy without the
 * step that ended the first one, and so on, a few times.  Arguments are borrowed.
 * Returns whether the first copy ended well. */
bool forked_check_run(struct exercise_runner *runner, const char *name,
                      const char *function, struct py_object *first,
                      struct py_object *second);

#endif
