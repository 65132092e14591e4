/* The limits of the scenario processes. */
#ifndef INSULATE_PROVE_LIMITS_H
#define INSULATE_PROVE_LIMITS_H

#include "probe/protocol.h"

enum {
    /* Without --time-limit a scenario gets this long and this many times what the
     * import alone took: a slow package is no hang.  Seconds on the clock of
     * base/stopwatch.h: nor is a busy machine. */
    LIMIT_SCENARIO_SECONDS = 12,
    LIMIT_SCENARIO_IMPORTS = 40,
    LIMIT_COPY_IMPORTS = 3, /* for each forked copy of `failing-exec`, in such times:
                               it imports twice, and collects */
    LIMIT_IMPORT_SECONDS = 30,
    LIMIT_TESTS_SECONDS = 600,
    LIMIT_STARTUP_SECONDS = 30, /* to ask a python what it is */
    LIMIT_SKIPPED_STEPS = 16,   /* calls of the exercise left out after they crashed,
                                    hung or ended the process */
    LIMIT_JOBS = 64,
    LIMIT_WATCHED_WORDS = 400,
    LIMIT_CONTROL_RUNS = 3, /* a crash that comes and goes shows in one of these */
    LIMIT_THREADS = 4,      /* interpreters in parallel */
    /* Of the types that can be made so many must have had an instance, and of all types
     * and functions so many must have been used, or nothing is proved of the module. */
    LIMIT_TYPES_PERCENT = 50,
    LIMIT_USED_PERCENT = 25,
    LIMIT_CALLED_PERCENT = 75, /* of functions and methods, in threads */
    LIMIT_FORKS = 2 * PROBE_FAILURES, /* processes of one scenario, the probe's own
                                         copies among them */
};
#define LIMIT_PAIRS_SHARE 0.4 /* of --time-limit, for pairs of calls in threads */
#define LIMIT_SCENARIO_MEMORY (2LL << 30) /* bytes of address space */

#endif
