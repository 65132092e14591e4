#include "probe/scenario.h"

#include "probe/exercise_runner.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <string.h>

static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {
    {"import", scenario_import},
    {"alone", scenario_alone},
    {"two-modules", scenario_two_modules},
    {"shared-gil", scenario_shared_gil},
    {"own-gil", scenario_own_gil},
    {"interpreter-first", scenario_interpreter_first},
    {"cycles", scenario_cycles},
    {"unload", scenario_unload},
    {"globals", scenario_globals},
    {"watch", scenario_watch},
    {"sharing", scenario_sharing},
    {"types", scenario_types},
    {"leaks", scenario_leaks},
    {"after-free", scenario_after_free},
    {"failing-exec", scenario_failing_exec},
    {"hammer", scenario_hammer},
    {"free-threading", scenario_free_threading},
    {"threads", scenario_threads},
    {"tests", scenario_tests},
};

int
scenario_run(void)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (strcmp(scenarios[i].name, request.scenario) == 0) {
            scenarios[i].run();
            record_say(RECORD_DONE, NULL);
            return PROBE_EXIT_DONE;
        }
    }
    trouble("the probe knows no scenario '%s'", request.scenario);
}
