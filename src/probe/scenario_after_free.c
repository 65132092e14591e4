/* What points into the module state without holding the module: a module object is
 * used, what it returned is kept, the module goes, and what was kept is used.  And what
 * trusts the module's dictionary: its entries are replaced or deleted, and the module
 * is used. */

#include "probe/capsules.h"
#include "probe/definition.h"
#include "probe/guard_pages.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/forked_check.h"

#include <stdio.h>

/* C code must not trust what stands in the module's dictionary: anyone may replace or
 * delete it ("Managing Per-Module State"). */
static void
try_tampering(struct interpreter *interpreter)
{
    char place[2000];
    snprintf(place, sizeof place, "%s\n%s", request.module, request.path);
    struct py_object *text = py.PyUnicode_FromString(place);
    struct py_object *known =
        py.PyDict_GetItemString(interpreter->runner.names, "_skip");
    forked_check_run(&interpreter->runner, FORKED_REPLACING, "try_replacing", text,
                     known);
    forked_check_run(&interpreter->runner, FORKED_DELETING, "try_deleting", text,
                     known);
    py.Py_DecRef(text);
}

void
scenario_after_free(void)
{
    struct interpreter interpreter;
    struct py_object *module;
    struct capsules capsules;
    guard_pages_prepare();
    interpreter_open_main(&interpreter);
    if (request.path == NULL || !exercise_runner_load_library()
        || interpreter_import(&interpreter) != IMPORT_OK)
    {
        return;
    }
    forked_check_load(
        &interpreter.runner); /* many allocations, none of the extension */
    guard_pages_begin(definition_state_size(interpreter.module));
    if (exercise_runner_load_fresh(&interpreter.runner, "second module object", &module)
        != IMPORT_OK)
    {
        return;
    }
    struct py_object *results = exercise_runner_run_exercise(
        &interpreter.runner, "second module object", module);
    /* Behind it: what crashes an untouched second module object ended the scenario. */
    try_tampering(&interpreter);
    guard_pages_end();
    capsules_keep(&capsules, module, results);
    phase("drop");
    py.Py_DecRef(module);
    if (results == NULL) {
        return;
    }
    py.Py_DecRef(
        exercise_runner_call(&interpreter.runner, "drop_exceptions", results, NULL));
    py.PyGC_Collect();
    py.PyGC_Collect();
    phase("use after the module was freed");
    py.Py_DecRef(exercise_runner_call(&interpreter.runner, "use_kept", results, NULL));
    py.PyErr_Clear();
    py.Py_DecRef(results);
    py.PyGC_Collect();
    capsules_report(&capsules);
    interpreter_finish(&interpreter);
}
