/* Two module objects of one extension in one interpreter: used in turn, compared,
 * and the second used again after the first is gone. */

#include "probe/object_tracker.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/share.h"

static void
compare(struct py_object *modules[2], struct py_object *results[2])
{
    struct pointer_set elsewhere = {0};
    struct graph graphs[2];
    /* What other classes and functions keep, registries of subclasses, defaults of
     * arguments and the like, is theirs. */
    static const struct graph_limits limits = {.owns = object_tracker_has};
    phase("compare");
    for (int i = 0; i < 2; i++) {
        graph_build(&graphs[i], request_name(), modules[i], results[i], &limits);
    }
    share_report(&graphs[0], &graphs[1], BETWEEN_MODULES, &elsewhere);
    graph_done(&graphs[0]);
    graph_done(&graphs[1]);
}

static struct py_object *
use(struct interpreter *interpreter, struct py_object *module, const char *where)
{
    return exercise_runner_run_exercise(&interpreter->runner, where, module);
}

void
scenario_two_modules(void)
{
    static const char *const where[] = {"first module object", "second module object"};
    struct interpreter interpreter;
    struct py_object *modules[2] = {NULL, NULL};
    struct py_object *results[2] = {NULL, NULL};

    object_tracker_prepare();
    interpreter_open_main(&interpreter);
    if (request.path != NULL && !exercise_runner_load_library()) {
        return;
    }
    object_tracker_begin();
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (exercise_runner_load_fresh(&interpreter.runner, where[i], &modules[i])
            != IMPORT_OK)
        {
            return;
        }
    }
    if (request.module != NULL && modules[0] == modules[1]) {
        record_say(RECORD_SAME, NULL);
        return;
    }
    for (int i = 0; i < 2; i++) {
        results[i] = use(&interpreter, modules[i], where[i]);
    }
    py.Py_DecRef(use(&interpreter, modules[0], where[0]));
    compare(modules, results);
    record_count(COUNT_LOST, (long long)object_tracker_lost());

    /* They die together, in an order that the collector chooses. */
    phase("drop the first module object with its instances");
    py.Py_DecRef(
        exercise_runner_call(&interpreter.runner, "tie", modules[0], results[0], NULL));
    py.PyErr_Clear();
    py.Py_DecRef(results[0]);
    py.Py_DecRef(modules[0]);
    py.PyGC_Collect();
    py.Py_DecRef(results[1]);
    py.Py_DecRef(use(&interpreter, modules[1], where[1]));
    py.Py_DecRef(modules[1]);
    py.PyGC_Collect();
    interpreter_finish(&interpreter);
}
