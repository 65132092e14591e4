/* An import that fails half-way: each allocation that the extension makes while it is
 * executed fails in turn, in a forked copy of the process each.  The half-made module
 * must go without a crash, and the next import must work. */

#include "probe/crash.h"
#include "probe/deadline.h"
#include "probe/effect.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/shortage.h"

#include <sys/wait.h>
#include <unistd.h>

#define BAD_LIMIT 3 /* after so many bad ends the picture is clear */
#define COPY_SECONDS 5

enum copy_end { COPY_FINE, COPY_BAD };

static bool
load(struct seat *seat)
{
    struct py_object *module;
    bool ok = inside_load_fresh(&seat->inside, "import after a failed one", &module)
              == IMPORT_OK;
    py.Py_DecRef(module);
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
    struct record record;
    record_begin(&record, RECORD_SHORTAGE);
    record_place(&record, place);
    record_end(&record);
    inside_report_error(RECORD_UNCLEAN, "import while memory runs out");
}

/* In the forked copy: never returns. */
static void
fail_once(struct seat *seat, long which)
{
    struct py_object *name = py.PyUnicode_FromString(request.module);
    struct py_object *path = py.PyUnicode_FromString(request.path);
    effect_allow_exit();
    deadline_set(COPY_SECONDS, NULL);
    crash_report_target_only();
    phase("import while memory runs out");
    shortage_begin(which);
    struct py_object *module =
        inside_call(&seat->inside, "load_fresh", name, path, NULL);
    uintptr_t place = shortage_place();
    shortage_end();
    if (module == NULL) {
        report_unclean(place);
    }
    phase("drop after memory ran out");
    py.PyErr_Clear(); /* its traceback holds the half-made module */
    py.Py_DecRef(module);
    py.PyGC_Collect();
    bool ok = load(seat);
    py.PyGC_Collect();
    _exit(ok ? COPY_FINE : COPY_BAD);
}

/* Returns whether the copy ended well. */
static bool
try_failure(struct seat *seat, long which)
{
    pid_t pid = effect_fork_copy();
    if (pid == 0) {
        fail_once(seat, which);
    }
    int status;
    return pid > 0 && effect_wait_copy(pid, &status) && WIFEXITED(status) && WEXITSTATUS(status) == COPY_FINE;
}

void
scenario_failing_exec(void)
{
    struct seat seat;
    shortage_prepare();
    seat_open_main(&seat);
    if (request.path == NULL || !inside_load_library()
        || seat_import(&seat) != IMPORT_OK || !load(&seat))
    {
        return;
    }
    shortage_begin(0);
    bool ok = load(&seat);
    long n = shortage_end();
    if (!ok) {
        return;
    }
    /* Copies collect several times: not what was there before. */
    py_collector("freeze");
    long step = n > PROBE_FAILURES ? (n + PROBE_FAILURES - 1) / PROBE_FAILURES : 1;
    long n_bad = 0;
    for (long which = 1; which <= n && n_bad < BAD_LIMIT; which += step) {
        n_bad += !try_failure(&seat, which);
    }
    record_count("allocations", n);
    record_count("bad", n_bad);
}
