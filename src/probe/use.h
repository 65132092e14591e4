/* How much of the module was used: what exercise.py knows of it, as records. */
#ifndef INSULATE_PROBE_USE_H
#define INSULATE_PROBE_USE_H

#include "probe/exercise_runner.h"

/* From now on the calls of the module's functions are noted. */
void use_watch(struct exercise_runner *runner);

/* Reports a list of types and functions; stolen, NULL with an exception: none. */
void use_report(struct py_object *list);

#endif
