/* What is alive after its owner: objects that the extension made in an interpreter
 * that has ended, or for a module object that is gone.  The first rounds fill caches
 * of the interpreter; only what each later round leaves again is a leak. */

#include "probe/object_tracker.h"
#include "probe/memory_tracker.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"

#define ROUNDS 4

static void
report_leaks(const char *where, uint32_t last)
{
    if (object_tracker_any_alive(last - 1) && object_tracker_any_alive(last)) {
        object_tracker_report(where, last);
    }
}

/* Returns false if the extension did not load in a sub-interpreter. */
static bool
use_in_interpreters(struct interpreter *main_interpreter)
{
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        struct interpreter sub;
        object_tracker_pause(true);
        interpreter_open(&sub, request.gil, "sub-interpreter");
        object_tracker_pause(false);
        object_tracker_set_epoch(round);
        memory_tracker_set_epoch(round);
        bool ok = interpreter_import(&sub) == IMPORT_OK && interpreter_exercise(&sub);
        interpreter_close(&sub, main_interpreter);
        if (!ok) {
            return false;
        }
    }
    report_leaks("interpreter", ROUNDS);
    memory_tracker_report(2, ROUNDS);
    return true;
}

static void
use_module_objects(struct interpreter *main_interpreter)
{
    for (uint32_t round = ROUNDS + 1; round <= 2 * ROUNDS; round++) {
        struct py_object *module;
        object_tracker_set_epoch(round);
        if (exercise_runner_load_fresh(&main_interpreter->runner, "new module object",
                                       &module)
            != IMPORT_OK)
        {
            return;
        }
        py.Py_DecRef(exercise_runner_run_exercise(&main_interpreter->runner,
                                                  "new module object", module));
        py.Py_DecRef(module);
        py.PyGC_Collect();
        py.PyGC_Collect();
    }
    report_leaks("reload", 2 * ROUNDS);
}

/* A module object that no cycle leads through is freed without m_clear. */
static void
free_module_objects(struct interpreter *main_interpreter)
{
    const struct failure_rounds rounds = {
        .success = 2 * ROUNDS, .first = 2 * ROUNDS + 1, .second = 2 * ROUNDS + 2};
    struct py_object *name = py.PyUnicode_FromString(request_name());
    struct py_object *path =
        py.PyUnicode_FromString(request.path != NULL ? request.path : "");
    bool is_freed = true;
    for (uint32_t round = rounds.first; is_freed && round <= rounds.second; round++) {
        object_tracker_set_epoch(round);
        struct py_object *answer = exercise_runner_call(
            &main_interpreter->runner, "free_without_collector", name, path, NULL);
        is_freed = answer != NULL && py.PyLong_AsLong(answer) == 1;
        py.PyErr_Clear();
        py.Py_DecRef(answer);
        py.PyGC_Collect();
    }
    if (is_freed) {
        object_tracker_report_failure(LEAK_FREED, &rounds);
    }
    py.Py_DecRef(name);
    py.Py_DecRef(path);
}

void
scenario_leaks(void)
{
    struct interpreter main_interpreter;
    object_tracker_prepare();
    interpreter_open_main(&main_interpreter);
    if (interpreter_import(&main_interpreter) != IMPORT_OK) {
        return;
    }
    object_tracker_begin();
    memory_tracker_begin();
    if (use_in_interpreters(&main_interpreter)) {
        use_module_objects(&main_interpreter);
        if (request.path != NULL) {
            free_module_objects(&main_interpreter);
        }
    }
    record_count(COUNT_LOST,
                 (long long)(object_tracker_lost() + memory_tracker_lost()));
}
