/* Calls while memory runs out: do they give back what they took? */
#ifndef INSULATE_PROBE_FAILING_CALLS_H
#define INSULATE_PROBE_FAILING_CALLS_H

#include "probe/exercise_runner.h"

/* Lets each allocation of the calls fail that the exercise finds, in forked copies.  The
 * trackers are at work; epochs from FIRST_EPOCH on are free. */
void failing_calls_run(struct exercise_runner *runner, struct py_object *module,
                       uint32_t first_epoch);

#endif
