#include "prove/launcher.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/macros.h"
#include "base/scratch.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/limits.h"
#include "prove/fork_server.h"
#include "prove/thread_sanitizer.h"

enum { ANSWER_FD = 9, VARIABLES = 27 };

#define PROBE_NAME "insulate-probe.so"

const char *
launcher_find_probe(struct arena *arena, struct error *err)
{
    const char *given = getenv("INSULATE_PROBE");
    const char *program = path_program_folder();
    const char *const places[] = {
        given != NULL && given[0] != '\0' ? path_real(arena, given) : NULL,
        arena_format(arena, "%s/" PROBE_NAME, program),
        arena_format(arena, "%s/" INSULATE_LIBRARY_FOLDER "/" PROBE_NAME, program),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        if (places[i] != NULL && file_exists(places[i])) {
            return path_real(arena, places[i]);
        }
        if (i == 0 && places[0] != NULL) {
            break; /* a wrong INSULATE_PROBE is not passed over */
        }
    }
    error_set(err, ERROR_IO,
              "cannot find " PROBE_NAME "%s%s; set INSULATE_PROBE to its path",
              places[0] != NULL ? " at " : " beside the program in ",
              places[0] != NULL ? places[0] : program);
    return NULL;
}

/* One run while it is under way. */
struct run {
    const char *variables[VARIABLES]; /* those of the request first */
    size_t n_variables, n_request_variables;
    struct fork_server *fork_server; /* NULL: a Python of its own */
    const char *folder;              /* NULL: the caller's */
    const char *temporary;           /* in it, for temporary files */
    double time_limit;
    size_t fork_limit; /* 0: as many as it likes, one after the other */
    const char *executable;
    bool has_sanitizer;
    struct child_result result;
    struct error error;
    bool started;
};

static void
set_variable(struct arena *arena, struct run *run, const char *name, const char *value)
{
    run->variables[run->n_variables++] =
        value != NULL ? arena_format(arena, "%s=%s", name, value) : name;
}

static bool
runs_without_gil(const struct launcher *launcher)
{
    return launcher->claims_gil_unused && launcher->python.free_threaded;
}

/* A thread sanitizer reports on stderr (thread_sanitizer.h), and does not end what runs:
 * neither at its end, nor in a copy of a process with threads.  What memory functions do for
 * code that is built without it counts for nothing: the probe reads words that others write,
 * and each address is reported once. */
static void
set_sanitizer_options(const struct launcher *launcher, struct run *run)
{
    const char *given = getenv("TSAN_OPTIONS");
    if (thread_sanitizer_is_used(&launcher->python)) {
        set_variable(launcher->arena, run, "TSAN_OPTIONS",
                     arena_format(launcher->arena,
                                  "%s:exitcode=0:die_after_fork=0"
                                  ":ignore_noninstrumented_modules=1",
                                  given != NULL ? given : ""));
    }
}

/* What any Python with the probe in it gets. */
static void
set_start_variables(const struct launcher *launcher, bool keeps_gil, struct run *run)
{
    struct arena *arena = launcher->arena;
    const char *preload = getenv("LD_PRELOAD");
    bool has_preload = preload != NULL && preload[0] != '\0';
    set_variable(arena, run, "LD_PRELOAD",
                 has_preload ? arena_format(arena, "%s:%s", preload, launcher->probe)
                             : launcher->probe);
    set_variable(arena, run, PROBE_ENV_PRELOAD, has_preload ? preload : NULL);
    set_variable(arena, run, PROBE_ENV_FD, arena_format(arena, "%d", ANSWER_FD));
    set_variable(arena, run, "PYTHONPATH", launcher->python_path);
    /* Tests run in the caller's folder, and leave nothing in it. */
    set_variable(arena, run, "PYTHONDONTWRITEBYTECODE", "1");
    /* A build with the GIL does not start with the value 0. */
    set_variable(arena, run, "PYTHON_GIL",
                 runs_without_gil(launcher) && !keeps_gil ? "0" : NULL);
    set_sanitizer_options(launcher, run);
    /* A debugging aid of Python's that takes over the signals we report. */
    set_variable(arena, run, "PYTHONFAULTHANDLER", NULL);
}

static void
set_request_variables(const struct launcher *launcher,
                      const struct launch_request *request, struct run *run)
{
    struct arena *arena = launcher->arena;
    set_variable(arena, run, PROBE_ENV_SCENARIO, request->scenario);
    set_variable(arena, run, PROBE_ENV_MODULE, request->module);
    set_variable(arena, run, PROBE_ENV_PATH, request->path);
    set_variable(arena, run, PROBE_ENV_GIL, request->gil);
    set_variable(arena, run, PROBE_ENV_IMPORTS, request->imports);
    set_variable(arena, run, PROBE_ENV_EXERCISE,
                 request->module != NULL ? launcher->exercise : NULL);
    set_variable(arena, run, PROBE_ENV_SKIP, request->skip);
    set_variable(arena, run, PROBE_ENV_ONLY, request->only);
    set_variable(arena, run, PROBE_ENV_WATCH, request->watch);
    set_variable(arena, run, PROBE_ENV_TESTS, launcher->tests);
    set_variable(arena, run, PROBE_ENV_BUDGET,
                 launcher->time_limit > 0
                     ? arena_format(arena, "%.0f",
                                    launcher->time_limit * 1000 * LIMIT_PAIRS_SHARE)
                     : NULL);
    set_variable(arena, run, PROBE_ENV_SEED, arena_format(arena, "%ld", launcher->seed));
    set_variable(
        arena, run, PROBE_ENV_THREADS,
        arena_format(arena, "%d", launcher->python.minor >= 14 ? LIMIT_THREADS : 2));
}

static void
prepare(const struct launcher *launcher, const struct launch_request *request,
        struct run *run)
{
    static atomic_size_t n_folders;
    *run = (struct run){
        .executable = launcher->python.executable,
        .time_limit = launcher->scenario_limit + request->more_seconds,
        .fork_limit = LIMIT_FORKS,
        .fork_server = launcher->fork_server,
        .has_sanitizer = thread_sanitizer_is_used(&launcher->python),
    };
    if (!string_equal(request->scenario, "tests")) {
        /* Its own: what a scenario writes is gone when it ends. */
        run->folder = arena_format(launcher->arena, "%s/%zu", launcher->folder,
                                   atomic_fetch_add(&n_folders, 1));
        run->temporary = arena_format(launcher->arena, "%s/tmp", run->folder);
        set_variable(launcher->arena, run, "TMPDIR", run->temporary);
    }
    else {
        run->fork_limit = 0;
        run->fork_server = NULL; /* pytest, in a Python as the user starts it */
        if (launcher->time_limit <= 0) {
            run->time_limit = LIMIT_TESTS_SECONDS;
        }
    }
    if (request->keeps_gil && runs_without_gil(launcher)) {
        run->fork_server = NULL; /* it has started without */
    }
    set_request_variables(launcher, request, run);
    run->n_request_variables = run->n_variables;
    set_start_variables(launcher, request->keeps_gil, run);
}

static void
execute(struct run *run)
{
    /* The memory of a sanitizer is far behind any limit. */
    long long memory_limit = run->has_sanitizer ? 0 : LIMIT_SCENARIO_MEMORY;
    bool has_folder = run->folder != NULL && mkdir(run->folder, 0700) == 0
                      && mkdir(run->temporary, 0700) == 0;
    const char *const argv[] = {run->executable, NULL};
    const char *variables[VARIABLES] = {NULL};
    struct fork_server_place place = {.fork_server = run->fork_server,
                                      .variables = variables,
                                      .folder = run->folder,
                                      .memory_limit = (size_t)memory_limit};
    struct child_request request = {
        .argv = argv,
        .environment = run->variables,
        .folder = run->folder,
        .timeout_ms = (int)(run->time_limit * 1000),
        .memory_limit = memory_limit,
        .answer_fd = ANSWER_FD,
        .is_confined = true,
        .fork_limit = run->fork_limit,
        .start = run->fork_server != NULL ? fork_server_start : NULL,
        .start_data = &place,
    };
    memcpy(variables, run->variables,
           run->n_request_variables * sizeof run->variables[0]);
    run->error = (struct error)ERROR_INIT;
    run->started = child_run(&request, &run->result, &run->error) == 0;
    if (!run->started && request.start != NULL && interrupt_signal() == 0) {
        request.start = NULL;
        run->error = (struct error)ERROR_INIT;
        run->started = child_run(&request, &run->result, &run->error) == 0;
    }
    if (has_folder) {
        scratch_remove_inner(run->folder);
    }
}

void
launcher_open_fork_server(struct launcher *launcher)
{
    struct run run = {0};
    child_adopt_orphans();
    set_variable(launcher->arena, &run, PROBE_ENV_SCENARIO, PROBE_FORK_SERVER);
    set_start_variables(launcher, false, &run);
    launcher->fork_server = fork_server_open(
        launcher->arena, launcher->python.executable, run.variables, ANSWER_FD);
}

void
launcher_close_fork_server(struct launcher *launcher)
{
    fork_server_close(launcher->fork_server);
    launcher->fork_server = NULL;
}

struct queue {
    struct run *runs;
    size_t n_runs;
    const size_t *order; /* in which they begin */
    atomic_size_t next;
};

static void *
work(void *data)
{
    struct queue *queue = data;
    for (size_t i; (i = atomic_fetch_add(&queue->next, 1)) < queue->n_runs;) {
        execute(&queue->runs[queue->order[i]]);
    }
    return NULL;
}

static void
run_all(struct queue *queue, int n_jobs)
{
    pthread_t threads[LIMIT_JOBS];
    int n = 0;
    /* This thread is one of the jobs. */
    while (n < n_jobs - 1 && n < LIMIT_JOBS && (size_t)n + 1 < queue->n_runs
           && pthread_create(&threads[n], NULL, work, queue) == 0)
    {
        n++;
    }
    work(queue);
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* The long ones first. */
static const size_t *
order_of(struct arena *arena, const struct launch_request *requests, size_t n)
{
    size_t *order = ARENA_ARRAY(arena, size_t, n);
    size_t n_ordered = 0;
    for (int is_short = 0; is_short < 2; is_short++) {
        for (size_t i = 0; i < n; i++) {
            if (requests[i].is_long != (is_short == 1)) {
                order[n_ordered++] = i;
            }
        }
    }
    return order;
}

/* Several modules may be under way. */
static void
note_confinement(const struct launcher *launcher, enum call_filter_state state)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (launcher->confinement != NULL && state > *launcher->confinement) {
        *launcher->confinement = state;
    }
    pthread_mutex_unlock(&lock);
}

int
launcher_run(const struct launcher *launcher, const struct launch_request *requests,
             size_t n, struct probe_log *out_logs, struct error *err)
{
    struct run *runs = ARENA_ARRAY(launcher->arena, struct run, n);
    int status = 0;
    child_adopt_orphans();
    for (size_t i = 0; i < n; i++) {
        prepare(launcher, &requests[i], &runs[i]);
    }
    struct queue queue = {
        .runs = runs,
        .n_runs = n,
        .order = order_of(launcher->arena, requests, n),
    };
    run_all(&queue, launcher->n_jobs);
    for (size_t i = 0; i < n; i++) {
        if (!runs[i].started) {
            *err = runs[i].error;
            status = -1;
            continue;
        }
        probe_log_read(launcher->arena, &runs[i].result, &out_logs[i]);
        note_confinement(launcher, runs[i].result.confinement);
        child_result_done(&runs[i].result);
    }
    return status;
}
