/* The package's own tests, with pytest: in the main interpreter or in another one. */

#include "probe/created_types.h"
#include "probe/effect.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/use.h"

#define METHOD_O 8 /* METH_O */

static struct py_object *
report_test(struct py_object *self, struct py_object *triple)
{
    (void)self;
    const char *fields[3];
    for (ssize_t i = 0; i < 3; i++) {
        fields[i] = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(triple, i));
        if (fields[i] == NULL) {
            py.PyErr_Clear(); /* a lone surrogate in a message */
            fields[i] = "?";
        }
    }
    record_say(RECORD_TESTS, fields[0], fields[1], fields[2], NULL);
    py.Py_IncRef(py._Py_NoneStruct);
    return py._Py_NoneStruct;
}

static struct py_method report_method = {"report", report_test, METHOD_O, NULL};

static void
report_exit_code(long code)
{
    struct record record;
    record_begin(&record, RECORD_COUNT);
    record_text(&record, "pytest");
    record_number(&record, code);
    record_end(&record);
}

static void
run_tests(struct interpreter *interpreter)
{
    phase("tests");
    struct py_object *arguments = py.PyUnicode_FromString(request.tests);
    struct py_object *report = py.PyCFunction_NewEx(&report_method, NULL, NULL);
    struct py_object *code = exercise_runner_call(&interpreter->runner, "run_tests",
                                                  arguments, report, NULL);
    py.Py_DecRef(arguments);
    py.Py_DecRef(report);
    if (code == NULL) {
        exercise_runner_report_error(RECORD_FAILED, interpreter->where);
        return;
    }
    report_exit_code(py.PyLong_AsLong(code));
    py.Py_DecRef(code);
    if (exercise_runner_has_extension(&interpreter->runner)) {
        record_say(RECORD_LOADED, interpreter->where, NULL);
    }
}

static void
report_coverage(struct exercise_runner *runner)
{
    struct py_object *name = py.PyUnicode_FromString(request.module);
    use_report(exercise_runner_call(runner, "coverage_of", name, NULL));
    py.Py_DecRef(name);
}

void
scenario_tests(void)
{
    struct interpreter main_interpreter;
    struct interpreter sub;
    interpreter_open_main(&main_interpreter);
    effect_disarm(); /* tests may fork and exit as they like */
    if (request.in_main) {
        created_types_begin();
        use_watch(&main_interpreter.runner);
        run_tests(&main_interpreter);
        created_types_end();
        report_coverage(&main_interpreter.runner);
        return;
    }
    interpreter_open(&sub, request.gil == PY_GIL_OWN ? PY_GIL_OWN_DAEMONS : request.gil,
                     "sub-interpreter");
    run_tests(&sub);
    /* The process ends here: threads that tests left behind may still run. */
}
