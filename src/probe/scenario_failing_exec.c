/* An import that fails half-way: each allocation that the extension makes while it is
 * executed fails in turn, in a forked copy of the process each, and so does each call of
 * the C API that needs no memory this time.  The half-made module must go without a crash,
 * and the next import must work. */

#include "probe/crash.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/failing_calls.h"
#include "probe/failure.h"
#include "probe/fallible_calls.h"
#include "probe/fault_injection.h"
#include "probe/memory_tracker.h"
#include "probe/object_tracker.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#define BAD_LIMIT 3 /* after so many bad ends the picture is clear */
#define COPY_SECONDS 5
#define SITES 30 /* calls that fail */

enum copy_end { COPY_FINE, COPY_BAD, COPY_WHOLE /* no allocation failed */ };

/* Epochs of imports: what one that succeeds leaves is no fault of those that fail. */
enum epoch { EPOCH_FIRST_USE = 1, EPOCH_SUCCESS, EPOCH_FAILURE, EPOCH_FAILURE_AGAIN };

static void
begin_epoch(uint32_t epoch)
{
    object_tracker_set_epoch(epoch);
    memory_tracker_set_epoch(epoch);
}

static bool
load(struct interpreter *interpreter, const char *where)
{
    struct py_object *module;
    bool ok = exercise_runner_load_fresh(&interpreter->runner, where, &module)
              == IMPORT_OK;
    py.Py_DecRef(module);
    py.PyGC_Collect();
    return ok;
}

/* SystemError is what CPython makes of a function that fails without an exception, or
 * succeeds with one, or passes NULL on. */
static void
report_unclean(uintptr_t place)
{
    struct py_object *type = py.PyErr_Occurred();
    if (place == 0 || type == NULL || py.PyExc_SystemError == NULL
        || py.PyErr_GivenExceptionMatches(type, *py.PyExc_SystemError) == 0)
    {
        return;
    }
    failure_report_at(place);
    exercise_runner_report_error(RECORD_UNCLEAN, UNCLEAN_IMPORT);
}

/* Returns where in the extension the import failed, or 0.  *out_n gets the number of
 * allocations. */
static uintptr_t
import_failing(struct interpreter *interpreter, const struct failure *failure,
               uint32_t epoch, long *out_n)
{
    struct py_object *name = py.PyUnicode_FromString(request.module);
    struct py_object *path = py.PyUnicode_FromString(request.path);
    begin_epoch(epoch);
    phase("import while memory runs out");
    failure_begin(failure);
    struct py_object *module =
        exercise_runner_call(&interpreter->runner, "load_fresh", name, path, NULL);
    uintptr_t place = failure_end(out_n);
    phase("drop after memory ran out");
    if (module == NULL) {
        report_unclean(place);
    }
    py.PyErr_Clear(); /* its traceback holds the half-made module */
    bool is_failed = module == NULL;
    py.Py_DecRef(module);
    py.Py_DecRef(name);
    py.Py_DecRef(path);
    py.PyGC_Collect();
    return is_failed ? place : 0;
}

/* Does the failure leave something behind, and again when it comes again? */
static void
check_failure(struct interpreter *interpreter, const struct failure *failure,
              uintptr_t place)
{
    const struct failure_rounds rounds = {EPOCH_SUCCESS, EPOCH_FAILURE,
                                          EPOCH_FAILURE_AGAIN, place};
    long n;
    if (place == 0
        || (!object_tracker_failure_leaves(&rounds)
            && !memory_tracker_failure_leaves(&rounds))
        || import_failing(interpreter, failure, EPOCH_FAILURE_AGAIN, &n) != place)
    {
        return;
    }
    failure_report_at(place);
    object_tracker_report_failure(LEAK_FAILED_IMPORT, &rounds);
    memory_tracker_report_failure(&rounds);
}

/* In the forked copy: never returns. */
static void
fail_once(struct interpreter *interpreter, const struct failure *failure)
{
    effect_allow_exit();
    deadline_set(COPY_SECONDS, NULL);
    crash_report_target_only();
    long n;
    uintptr_t place = import_failing(interpreter, failure, EPOCH_FAILURE, &n);
    check_failure(interpreter, failure, place);
    object_tracker_pause(true); /* what follows is not judged */
    _exit(load(interpreter, PROBE_RETRY) ? COPY_FINE : COPY_BAD);
}

/* Returns whether the copy ended well. */
static bool
try_failure(struct interpreter *interpreter, const struct failure *failure)
{
    pid_t pid = effect_fork_copy();
    if (pid == 0) {
        fail_once(interpreter, failure);
    }
    int status;
    return pid > 0 && effect_wait_copy(pid, &status) && WIFEXITED(status)
           && WEXITSTATUS(status) == COPY_FINE;
}

/* --- modules that refuse a second import: the first one fails ------------- */

/* A copy from before the first import, which waits for a word.  That the pipe is closed is
 * none: processes that the module starts keep it open. */
enum word { WORD_GO_ON = 'g', WORD_END = 'e' };

struct spare {
    pid_t pid;
    int descriptor; /* where the word goes */
};

/* In the forked copy: never returns.  Another import may be refused: some guards are
 * meant to stay. */
static void
fail_first(struct interpreter *interpreter, long which)
{
    effect_allow_exit();
    deadline_set(COPY_SECONDS, NULL);
    crash_report_target_only();
    const struct failure failure = {.allocation = which, .site = -1};
    long n;
    (void)import_failing(interpreter, &failure, EPOCH_FAILURE, &n);
    _exit(n < which ? COPY_WHOLE : COPY_FINE);
}

static void
fail_first_imports(struct interpreter *interpreter)
{
    enum copy_end end = COPY_FINE;
    long n_bad = 0;
    long which = 0;
    while (end != COPY_WHOLE && n_bad < BAD_LIMIT && which < PROBE_FAILURES) {
        which++;
        pid_t pid = effect_fork_copy();
        if (pid == 0) {
            fail_first(interpreter, which);
        }
        int status;
        bool is_known = pid > 0 && effect_wait_copy(pid, &status) && WIFEXITED(status);
        end = is_known ? (enum copy_end)WEXITSTATUS(status) : COPY_BAD;
        n_bad += end != COPY_FINE && end != COPY_WHOLE;
    }
    record_count("allocations", which);
    record_count("bad", n_bad);
}

static void
spare_begin(struct spare *spare, struct interpreter *interpreter)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        trouble("no pipe for a copy");
    }
    spare->pid = effect_fork_copy();
    if (spare->pid == 0) {
        char byte;
        effect_allow_exit();
        (void)close(ends[1]);
        if (read(ends[0], &byte, 1) == 1 && byte == WORD_GO_ON) {
            fail_first_imports(interpreter);
        }
        _exit(0);
    }
    (void)close(ends[0]);
    spare->descriptor = ends[1];
}

static void
spare_end(const struct spare *spare, bool goes_on)
{
    int status;
    const char word = goes_on ? WORD_GO_ON : WORD_END;
    (void)!write(spare->descriptor, &word, 1);
    (void)close(spare->descriptor);
    if (spare->pid > 0) {
        (void)effect_wait_copy(spare->pid, &status);
    }
}

/* So far apart are those of N of which at most LIMIT are tried. */
static long
steps_of(long n, long limit)
{
    return n > limit ? (n + limit - 1) / limit : 1;
}

void
scenario_failing_exec(void)
{
    struct interpreter interpreter;
    struct spare spare;
    fault_injection_prepare();
    object_tracker_prepare();
    interpreter_open_main(&interpreter);
    if (request.path == NULL || !exercise_runner_load_library()) {
        return;
    }
    fallible_calls_prepare();
    spare_begin(&spare, &interpreter);
    bool is_imported = interpreter_import(&interpreter) == IMPORT_OK;
    object_tracker_begin();
    memory_tracker_begin();
    begin_epoch(EPOCH_FIRST_USE);
    fault_injection_begin(0);
    bool is_imported_again = is_imported && load(&interpreter, "second import");
    long step = steps_of(fault_injection_end(), PROBE_FAILURES);
    spare_end(&spare, is_imported && !is_imported_again);
    if (!is_imported_again) {
        return;
    }
    begin_epoch(EPOCH_SUCCESS);
    fault_injection_learn(step, LONG_MAX);
    fallible_calls_learn();
    bool ok = load(&interpreter, "third import");
    long n = fault_injection_end();
    long n_sites = fallible_calls_end();
    if (!ok) {
        return;
    }
    /* Copies collect several times: not what was there before. */
    py_collector("freeze");
    long n_bad = 0;
    for (long which = 1; which <= n && n_bad < BAD_LIMIT; which += step) {
        n_bad += !try_failure(&interpreter, &(struct failure){which, -1});
    }
    step = steps_of(n_sites, SITES);
    for (long site = 0; site < n_sites && n_bad < BAD_LIMIT; site += step) {
        n_bad += !try_failure(&interpreter, &(struct failure){0, site});
    }
    record_count("allocations", n);
    record_count("bad", n_bad);
    failing_calls_run(&interpreter.runner, interpreter.module, EPOCH_FAILURE);
}
