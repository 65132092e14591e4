#include "prove/scenario.h"

#include <string.h>

static const struct {
    const char *name;
    bool is_required;
} scenarios[N_SCENARIOS] = {
    [SCENARIO_IMPORT] = {"import", true},
    [SCENARIO_TWO_MODULES] = {"two-modules", true},
    [SCENARIO_SHARED_GIL] = {"shared-gil", true},
    [SCENARIO_OWN_GIL] = {"own-gil", false},
    [SCENARIO_INTERPRETER_FIRST] = {"interpreter-first", true},
    [SCENARIO_CYCLES] = {"cycles", true},
    [SCENARIO_UNLOAD] = {"unload", false},
    [SCENARIO_GLOBALS] = {"globals", true},
    [SCENARIO_SHARING] = {"sharing", true},
    [SCENARIO_TYPES] = {"types", true},
    [SCENARIO_LEAKS] = {"leaks", true},
    [SCENARIO_AFTER_FREE] = {"after-free", false},
    [SCENARIO_FAILING_EXEC] = {"failing-exec", false},
    [SCENARIO_HAMMER] = {"hammer", false},
    [SCENARIO_FREE_THREADING] = {"free-threading", false},
    [SCENARIO_THREADS] = {"threads", false},
    [SCENARIO_TESTS] = {"tests", false},
};

const char *
scenario_name(enum scenario scenario)
{
    return scenarios[scenario].name;
}

enum scenario
scenario_of(const char *name)
{
    int i = 0;
    while (i < N_SCENARIOS && strcmp(scenarios[i].name, name) != 0) {
        i++;
    }
    return (enum scenario)i;
}

bool
scenario_is_required(enum scenario scenario)
{
    return scenarios[scenario].is_required;
}
