#include "probe/interpreter.h"

#include "probe/effect.h"
#include "probe/record.h"

#include <string.h>

void
interpreter_open_main(struct interpreter *interpreter)
{
    phase("start");
    memset(interpreter, 0, sizeof *interpreter);
    py_start(request.argv0);
    interpreter->thread = py.PyThreadState_Get();
    interpreter->where = "main interpreter";
    interpreter->is_main = true;
    exercise_runner_open(&interpreter->runner);
}

void
interpreter_open(struct interpreter *interpreter, enum py_gil gil, const char *where)
{
    phase("new interpreter");
    memset(interpreter, 0, sizeof *interpreter);
    interpreter->thread = py_interpreter_new(gil);
    interpreter->where = where;
    exercise_runner_open(&interpreter->runner);
}

enum import_result
interpreter_import(struct interpreter *interpreter)
{
    return exercise_runner_import(&interpreter->runner, interpreter->where,
                                  &interpreter->module);
}

bool
interpreter_exercise(struct interpreter *interpreter)
{
    struct py_object *results = exercise_runner_run_exercise(
        &interpreter->runner, interpreter->where, interpreter->module);
    py.Py_DecRef(interpreter->results);
    interpreter->results = results;
    return results != NULL;
}

void
interpreter_leave_results(const struct interpreter *interpreter)
{
    struct py_object *home = py.PyImport_AddModule("__main__");
    if (home != NULL && interpreter->results != NULL) {
        (void)py.PyDict_SetItemString(py.PyModule_GetDict(home), "insulate_kept",
                                      interpreter->results);
    }
    py.PyErr_Clear();
}

void
interpreter_enter(const struct interpreter *interpreter)
{
    py.PyThreadState_Swap(interpreter->thread);
}

/* A thread that has waited for the GIL for some milliseconds asks for it, and whoever then
 * gives it up waits until that thread has it: for ever in a copy without the thread.  Who has
 * just got the GIL has been asked by nobody. */
pid_t
interpreter_fork_copy(void)
{
    py.PyEval_RestoreThread(py.PyEval_SaveThread());
    return effect_fork_copy();
}

static void
drop(struct interpreter *interpreter)
{
    phase("drop");
    py.Py_DecRef(interpreter->results);
    py.Py_DecRef(interpreter->module);
    interpreter->results = NULL;
    interpreter->module = NULL;
    py.PyGC_Collect();
    exercise_runner_close(&interpreter->runner);
}

void
interpreter_close(struct interpreter *interpreter, const struct interpreter *back)
{
    drop(interpreter);
    phase("end of interpreter");
    py.Py_EndInterpreter(interpreter->thread);
    interpreter->thread = NULL;
    if (back != NULL) {
        interpreter_enter(back);
    }
}

void
interpreter_finish(struct interpreter *interpreter)
{
    py_collector("unfreeze"); /* what the fork_server has frozen ends as elsewhere */
    drop(interpreter);
    phase("finalize");
    interpreter->thread = NULL;
    (void)py.Py_FinalizeEx(); /* fails if stdout cannot be flushed: not ours */
}
