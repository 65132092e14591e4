#include "probe/failing_calls.h"

#include "probe/crash.h"
#include "probe/failure.h"
#include "probe/fallible_calls.h"
#include "probe/fault_injection.h"
#include "probe/forked_check.h"
#include "probe/memory_tracker.h"
#include "probe/object_tracker.h"
#include "probe/protocol.h"
#include "probe/record.h"

#define METHOD_O 8        /* METH_O */
#define FAILURES_OF_ONE 8 /* allocations of one call that fail in turn */

static uint32_t epoch;

/* What is called, and what it is called with. */
struct call {
    struct py_object *prepare, *use;
};

/* SystemError is what CPython makes of a function that returns a result with an exception
 * set, or neither. */
static void
report_unclean(uintptr_t place)
{
    struct py_object *type = py.PyErr_Occurred();
    if (place != 0 && type != NULL && py.PyExc_SystemError != NULL
        && py.PyErr_GivenExceptionMatches(type, *py.PyExc_SystemError) != 0)
    {
        failure_report_at(place);
        exercise_runner_report_error(RECORD_UNCLEAN, UNCLEAN_CALL);
    }
}

/* Uses what PREPARE returns; in between begins a new epoch, in which something fails.
 * Returns where, or 0. */
static uintptr_t
call_once(const struct call *call, const struct failure *failure)
{
    struct py_object *value = py.PyObject_CallFunctionObjArgs(call->prepare, NULL);
    py.PyErr_Clear();
    if (value == NULL) {
        return 0;
    }
    epoch++;
    object_tracker_set_epoch(epoch);
    memory_tracker_set_epoch(epoch);
    failure_begin(failure);
    struct py_object *result = py.PyObject_CallFunctionObjArgs(call->use, value, NULL);
    uintptr_t place = failure_end(NULL);
    report_unclean(place);
    py.PyErr_Clear();
    py.Py_DecRef(result);
    py.Py_DecRef(value);
    py.PyGC_Collect();
    return place;
}

static void
report_failure(const struct failure_rounds *rounds)
{
    failure_report_at(rounds->place);
    object_tracker_report_failure(LEAK_FAILED_CALL, rounds);
    memory_tracker_report_failure(rounds);
}

/* Lets the call fail, and once more if it leaves something.  Returns whether it has. */
static bool
fail_once(const struct call *call, const struct failure *failure,
          struct failure_rounds *rounds)
{
    rounds->place = call_once(call, failure);
    if (rounds->place == 0) {
        return false;
    }
    rounds->first = epoch;
    rounds->second = epoch + 1;
    if ((object_tracker_failure_leaves(rounds) || memory_tracker_failure_leaves(rounds))
        && call_once(call, failure) == rounds->place)
    {
        report_failure(rounds);
    }
    return true;
}

/* Calls it once without a failure, and notes what may fail.  Returns the first new site. */
static long
learn(const struct call *call)
{
    long first = fallible_calls_end();
    struct py_object *value = py.PyObject_CallFunctionObjArgs(call->prepare, NULL);
    epoch++;
    object_tracker_set_epoch(epoch);
    memory_tracker_set_epoch(epoch);
    if (value != NULL) {
        fault_injection_learn(1, FAILURES_OF_ONE);
        fallible_calls_learn();
        py.Py_DecRef(py.PyObject_CallFunctionObjArgs(call->use, value, NULL));
        fault_injection_end();
        fallible_calls_end();
    }
    py.PyErr_Clear();
    py.Py_DecRef(value);
    py.PyGC_Collect();
    return first;
}

/* Argument: (prepare, use).  Returns how many calls have failed. */
static struct py_object *
fail_call(struct py_object *self, struct py_object *pair)
{
    (void)self;
    const struct call call = {py.PyTuple_GetItem(pair, 0), py.PyTuple_GetItem(pair, 1)};
    if (call.prepare == NULL || call.use == NULL) {
        return NULL;
    }
    long n = 0;
    const struct failure none = {0, -1};
    (void)call_once(&call, &none); /* caches are full now */
    long site = learn(&call);
    long n_sites = fallible_calls_end();
    struct failure_rounds rounds = {.success = epoch};
    for (long which = 1; which <= FAILURES_OF_ONE; which++) {
        if (!fail_once(&call, &(struct failure){which, -1}, &rounds)) {
            break;
        }
        n++;
    }
    for (; site < n_sites; site++) {
        n += fail_once(&call, &(struct failure){0, site}, &rounds);
    }
    return py.PyLong_FromLong(n);
}

static struct py_method fail_call_method = {"_fail_call", fail_call, METHOD_O, NULL};

void
failing_calls_run(struct exercise_runner *runner, struct py_object *module,
                  uint32_t first_epoch)
{
    struct py_object *function = py.PyCFunction_NewEx(&fail_call_method, NULL, NULL);
    epoch = first_epoch;
    forked_check_load(runner);
    if (function == NULL
        || py.PyDict_SetItemString(runner->names, "_fail_call", function) != 0)
    {
        trouble("cannot make the function that fails calls");
    }
    py.Py_DecRef(function);
    py.Py_DecRef(exercise_runner_call(runner, "keep_producers", NULL));
    struct py_object *results =
        exercise_runner_run_exercise(runner, "module object", module);
    crash_report_target_only();
    if (results != NULL) {
        forked_check_run(runner, FORKED_FAILING_CALLS, "try_failing_calls", module,
                         py.PyDict_GetItemString(runner->names, "_skip"));
    }
    py.PyErr_Clear();
    py.Py_DecRef(results);
}
