/* The writable words of the extension: compared before and after each interpreter
 * used it; and, in a run of its own, watched. */

#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/watchpoints.h"
#include "probe/data_snapshot.h"

extern const char thread_calls_text[];

static void
look(enum stage stage, bool compare)
{
    if (compare) {
        data_snapshot_compare(stage);
    }
}

/* Import and use in a sub-interpreter. A refusal is reported, and its writes too. */
static void
use_in_interpreter(struct interpreter *main_interpreter, enum stage stage, bool compare)
{
    struct interpreter sub;
    interpreter_open(&sub, request.gil,
                     stage == STAGE_FIRST ? "first sub-interpreter"
                                          : "second sub-interpreter");
    if (interpreter_import(&sub) == IMPORT_OK) {
        interpreter_exercise(&sub);
    }
    look(stage, compare);
    interpreter_close(&sub, main_interpreter);
}

static void
use_everywhere(struct interpreter *main_interpreter, bool compare)
{
    if (interpreter_import(main_interpreter) != IMPORT_OK) {
        return;
    }
    interpreter_exercise(main_interpreter);
    look(STAGE_MAIN, compare);
    use_in_interpreter(main_interpreter, STAGE_FIRST, compare);
    use_in_interpreter(main_interpreter, STAGE_SECOND, compare);
    look(STAGE_END, compare);
}

void
scenario_globals(void)
{
    struct interpreter interpreter;
    interpreter_open_main(&interpreter);
    if (request.path == NULL) {
        use_everywhere(&interpreter, false);
        return;
    }
    if (!exercise_runner_load_library()) {
        return;
    }
    data_snapshot_begin(image_target());
    use_everywhere(&interpreter, true);
    phase("report");
    data_snapshot_report();
}

/* Calls like those of the exercise, with other values: what they change was not set for
 * good. */
static void
make_other_calls(struct interpreter *interpreter)
{
    phase("exercise with other values");
    exercise_runner_run_text(&interpreter->runner, thread_calls_text,
                             "the calls of threads");
    py.Py_DecRef(exercise_runner_call(&interpreter->runner, "thread_operations",
                                      interpreter->module, NULL));
    py.PyErr_Clear();
}

void
scenario_watch(void)
{
    struct interpreter interpreter;
    interpreter_open_main(&interpreter);
    if (!exercise_runner_load_library()) {
        return;
    }
    struct image image = *image_target();
    if (request.watch == NULL || !watchpoints_begin(&image, request.watch)) {
        record_say(RECORD_SKIP, "watchpoints are supported on x86-64 only", NULL);
        return;
    }
    use_everywhere(&interpreter, false);
    phase("report");
    watchpoints_report(); /* what comes now may crash */
    watchpoints_settle();
    if (interpreter.module != NULL) {
        make_other_calls(&interpreter);
    }
    phase("report");
    watchpoints_end();
}
