#include "probe/failing_calls.h"

#include "probe/crash.h"
#include "probe/fault_injection.h"
#include "probe/forked_check.h"
#include "probe/memory_tracker.h"
#include "probe/object_tracker.h"
#include "probe/protocol.h"
#include "probe/record.h"

#define METHOD_O 8        /* METH_O */
#define FAILURES_OF_ONE 8 /* allocations of one call that fail in turn */

static uint32_t epoch;

/* Calls USE with what PREPARE returns; in between begins a new epoch, in which allocation
 * WHICH fails (0: none).  Returns where the allocation was asked for, or 0. */
static uintptr_t
call_once(struct py_object *prepare, struct py_object *use, long which)
{
    struct py_object *value = py.PyObject_CallFunctionObjArgs(prepare, NULL);
    py.PyErr_Clear();
    if (value == NULL) {
        return 0;
    }
    epoch++;
    object_tracker_set_epoch(epoch);
    memory_tracker_set_epoch(epoch);
    fault_injection_begin(which);
    struct py_object *result = py.PyObject_CallFunctionObjArgs(use, value, NULL);
    uintptr_t place = fault_injection_place();
    fault_injection_end();
    py.PyErr_Clear();
    py.Py_DecRef(result);
    py.Py_DecRef(value);
    py.PyGC_Collect();
    return place;
}

static void
report_failure(const struct failure_rounds *rounds)
{
    struct record record;
    record_begin(&record, RECORD_FAILED_ALLOCATION);
    record_place(&record, rounds->place);
    record_end(&record);
    object_tracker_report_failure(LEAK_FAILED_CALL, rounds);
    memory_tracker_report_failure(rounds);
}

/* Argument: (prepare, use).  Returns how many calls have failed. */
static struct py_object *
fail_call(struct py_object *self, struct py_object *pair)
{
    (void)self;
    struct py_object *prepare = py.PyTuple_GetItem(pair, 0);
    struct py_object *use = py.PyTuple_GetItem(pair, 1);
    if (prepare == NULL || use == NULL) {
        return NULL;
    }
    long n = 0;
    (void)call_once(prepare, use, 0); /* caches are full now */
    (void)call_once(prepare, use, 0);
    struct failure_rounds rounds = {.success = epoch};
    for (long which = 1; which <= FAILURES_OF_ONE; which++) {
        rounds.place = call_once(prepare, use, which);
        if (rounds.place == 0) {
            break;
        }
        n++;
        rounds.first = epoch;
        rounds.second = epoch + 1;
        if ((object_tracker_failure_leaves(&rounds)
             || memory_tracker_failure_leaves(&rounds))
            && call_once(prepare, use, which) == rounds.place)
        {
            report_failure(&rounds);
        }
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
