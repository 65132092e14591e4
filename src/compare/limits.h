/* The limits of an observation; those of its size are in observe.py. */
#ifndef INSULATE_COMPARE_LIMITS_H
#define INSULATE_COMPARE_LIMITS_H

enum {
    LIMIT_BUILD_SECONDS = 120,   /* one process, all steps */
    LIMIT_STEP_SECONDS = 5,      /* one step, without --time-limit */
    LIMIT_ENDED_STEPS = 24,      /* steps of one build that may end the process */
    LIMIT_OBSERVATIONS = 200000, /* of one build */
    LIMIT_OUTPUT_SHOWN = 4000,   /* bytes of what the module prints */
    LIMIT_DIFFERENCES = 2000,    /* listed one by one */
};
#define LIMIT_OBSERVER_FORKS 200          /* processes that one build may start */
#define LIMIT_OBSERVER_MEMORY (4LL << 30) /* bytes of address space */

#endif
