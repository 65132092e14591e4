/* Entry point: the preloaded object's __libc_start_main runs a scenario instead of the
 * program's main, if the program is a CPython. */

#include "probe/crash.h"
#include "probe/effect.h"
#include "probe/image.h"
#include "probe/exercise_runner.h"
#include "probe/fork_server.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(main_function, int, char **,
                              int (*)(int, char **, char **), void (*)(void),
                              void (*)(void), void *);

static main_function program_main;

/* Takes a variable out of the environment: neither Python nor what it starts
 * should see the request. */
static const char *
take_variable(const char *name)
{
    const char *value = getenv(name);
    char *copy = value != NULL ? strdup(value) : NULL;
    unsetenv(name);
    return copy;
}

static enum py_gil
gil_of(const char *name)
{
    if (name != NULL && strcmp(name, "own") == 0) {
        return PY_GIL_OWN;
    }
    if (name != NULL && strcmp(name, "checked") == 0) {
        return PY_GIL_CHECKED;
    }
    return PY_GIL_SHARED;
}

static void
restore_preload(void)
{
    const char *preload = take_variable(PROBE_ENV_PRELOAD);
    if (preload != NULL && preload[0] != '\0') {
        setenv("LD_PRELOAD", preload, 1);
    }
    else {
        unsetenv("LD_PRELOAD");
    }
}

static void
read_request(char *argv0)
{
    const char *descriptor = take_variable(PROBE_ENV_FD);
    const char *threads = take_variable(PROBE_ENV_THREADS);
    const char *budget = take_variable(PROBE_ENV_BUDGET);
    const char *seed = take_variable(PROBE_ENV_SEED);
    if (descriptor != NULL) {
        record_open(atoi(descriptor));
    }
    request.scenario = take_variable(PROBE_ENV_SCENARIO);
    request.module = take_variable(PROBE_ENV_MODULE);
    request.path = take_variable(PROBE_ENV_PATH);
    request.imports = take_variable(PROBE_ENV_IMPORTS);
    request.exercise = take_variable(PROBE_ENV_EXERCISE);
    request.skip = take_variable(PROBE_ENV_SKIP);
    request.only = take_variable(PROBE_ENV_ONLY);
    request.watch = take_variable(PROBE_ENV_WATCH);
    request.tests = take_variable(PROBE_ENV_TESTS);
    const char *gil = take_variable(PROBE_ENV_GIL);
    request.gil = gil_of(gil);
    request.in_main = gil != NULL && strcmp(gil, "main") == 0;
    request.n_threads = threads != NULL ? atoi(threads) : 4;
    request.budget = budget != NULL ? strtod(budget, NULL) / 1000 : 0;
    request.seed = seed != NULL ? strtoull(seed, NULL, 10) : 0;
    request.argv0 = argv0;
}

#define FILE_LIMIT (64L << 20) /* bytes of each file that a scenario writes */

/* A module cannot fill the disk; the tests of a package may have their reasons. */
static void
limit_files(void)
{
    struct rlimit limit = {FILE_LIMIT, FILE_LIMIT};
    if (request.tests == NULL) {
        setrlimit(RLIMIT_FSIZE, &limit);
    }
}

static int
probe_main(int argc, char **argv, char **environment)
{
    const char *missing;
    if (!py_api_find(&missing)) {
        /* A wrapper of python, such as a shell script: the next program is it. */
        return program_main(argc, argv, environment);
    }
    read_request(argv[0]);
    restore_preload();
    if (missing != NULL) {
        trouble("this Python has no %s", missing);
    }
    crash_install();
    if (request.scenario != NULL && strcmp(request.scenario, PROBE_FORK_SERVER) == 0) {
        fork_server_run(argv[0]);
        read_request(argv[0]);
    }
    image_refresh(request.path);
    limit_files();
    effect_arm();
    int status = scenario_run();
    effect_allow_exit();
    return status;
}

int __libc_start_main(main_function function, int argc, char **argv,
                      int (*init)(int, char **, char **), void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end);

__attribute__((visibility("default"))) int
__libc_start_main(main_function function, int argc, char **argv,
                  int (*init)(int, char **, char **), void (*fini)(void),
                  void (*loader_fini)(void), void *stack_end)
{
    start_function next;
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&next, &found, sizeof next);
    program_main = function;
    bool is_asked = getenv(PROBE_ENV_SCENARIO) != NULL;
    return next(is_asked ? probe_main : function, argc, argv, init, fini, loader_fini,
                stack_end);
}
