/* The scenarios of `prove`, in the order in which they are reported. */
#ifndef INSULATE_PROVE_SCENARIO_H
#define INSULATE_PROVE_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

enum scenario {
    SCENARIO_IMPORT,
    SCENARIO_TWO_MODULES,
    SCENARIO_SHARED_GIL,
    SCENARIO_OWN_GIL,
    SCENARIO_INTERPRETER_FIRST,
    SCENARIO_CYCLES,
    SCENARIO_UNLOAD,
    SCENARIO_GLOBALS,
    SCENARIO_SHARING,
    SCENARIO_TYPES,
    SCENARIO_LEAKS,
    SCENARIO_AFTER_FREE,
    SCENARIO_FAILING_EXEC,
    SCENARIO_HAMMER,
    SCENARIO_FREE_THREADING,
    SCENARIO_THREADS,
    SCENARIO_TESTS,
    N_SCENARIOS,
};

const char *scenario_name(enum scenario scenario);
/* Returns N_SCENARIOS for a word that names none. */
enum scenario scenario_of(const char *name);

/* Does `isolated` need this scenario to have passed?  Those of one GIL do; own-gil
 * only where the module claims it. */
bool scenario_is_required(enum scenario scenario);

#endif
