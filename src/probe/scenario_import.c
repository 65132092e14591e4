/* The control: the module alone, in the main interpreter of a fresh Python; and
 * what it is: its file, the kind of its initialisation, what it declares. */

#include "probe/created_types.h"
#include "probe/definition.h"
#include "probe/effect.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/process_state.h"
#include "probe/use.h"

#include <string.h>

#define TIMES_ALONE 3

static bool
report_origin(struct interpreter *interpreter)
{
    struct py_object *name = py.PyUnicode_FromString(request.module);
    struct py_object *origin =
        exercise_runner_call(&interpreter->runner, "origin", name, NULL);
    py.Py_DecRef(name);
    if (origin == NULL) {
        exercise_runner_report_error(RECORD_MISSING, "");
        return false;
    }
    const char *kind = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(origin, 0));
    const char *file = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(origin, 1));
    record_say(RECORD_ORIGIN, kind, file != NULL ? file : "", NULL);
    bool is_extension = strcmp(kind, "extension") == 0;
    request.path = is_extension ? strdup(file) : NULL;
    py.Py_DecRef(origin);
    return is_extension;
}

static void
report_list(struct interpreter *interpreter, const char *function, const char *kind)
{
    struct py_object *list = exercise_runner_call(&interpreter->runner, function, NULL);
    if (list == NULL) {
        py.PyErr_Clear();
        return;
    }
    for (ssize_t i = 0; i < py.PyList_Size(list); i++) {
        const char *name = py.PyUnicode_AsUTF8(py.PyList_GetItem(list, i));
        if (name != NULL) {
            record_say(kind, name, NULL);
        }
    }
    py.Py_DecRef(list);
}

static struct py_object *
import_any(void)
{
    phase("import");
    struct py_object *module = py.PyImport_ImportModule(request.module);
    if (module == NULL) {
        exercise_runner_report_error(RECORD_FAILED, "main interpreter");
    }
    return module;
}

/* What a module declares with a call instead of a slot shows in this only. */
static void
report_gil(struct interpreter *interpreter)
{
    struct py_object *enabled =
        exercise_runner_call(&interpreter->runner, "gil_is_enabled", NULL);
    if (enabled != NULL && py_is_free_threaded()) {
        record_count(COUNT_GIL, py.PyLong_AsLong(enabled));
    }
    py.PyErr_Clear();
    py.Py_DecRef(enabled);
}

/* How much of the module was used. */
static void
report_coverage(struct interpreter *interpreter)
{
    if (interpreter->results != NULL) {
        use_report(exercise_runner_call(&interpreter->runner, "coverage",
                                        interpreter->module, interpreter->results,
                                        NULL));
    }
}

void
scenario_import(void)
{
    struct interpreter interpreter;
    interpreter_open_main(&interpreter);
    if (request.module == NULL) {
        interpreter_import(&interpreter);
    }
    else if (!report_origin(&interpreter)) {
        /* No extension: say which ones it would bring. */
        struct py_object *module = import_any();
        py.Py_DecRef(module);
        report_list(&interpreter, "loaded_extensions", RECORD_EXTENSION);
        return;
    }
    else {
        phase("inspect");
        bool is_known = definition_report(request.module, request.path);
        process_state_keep();
        if (interpreter_import(&interpreter) != IMPORT_OK) {
            return;
        }
        process_state_compare();
        report_gil(&interpreter);
        if (!is_known) {
            definition_report_of(interpreter.module);
        }
        const char *home = definition_home(interpreter.module);
        if (home != NULL) {
            record_say(RECORD_HOME, home, NULL);
        }
        report_list(&interpreter, "loaded_extensions", RECORD_EXTENSION);
        report_list(&interpreter, "loaded_stdlib", RECORD_IMPORTED);
    }
    created_types_begin();
    if (request.exercise != NULL && request.module != NULL) {
        use_watch(&interpreter.runner); /* the built-in one knows what it called */
    }
    exercise_runner_time_steps(true);
    interpreter_exercise(&interpreter);
    exercise_runner_time_steps(false);
    created_types_end();
    if (request.module != NULL) {
        /* Calls import, too, and a control run must do so as well. */
        report_list(&interpreter, "loaded_stdlib", RECORD_IMPORTED);
        report_coverage(&interpreter);
    }
    interpreter_finish(&interpreter);
}

/* The control of one call that crashed elsewhere: is it the call's own fault?  It, and
 * what makes its operands, with nothing else before it; a few times, since the
 * scenarios use a module more than once. */
void
scenario_alone(void)
{
    struct interpreter interpreter;
    interpreter_open_main(&interpreter);
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        return;
    }
    for (int i = 0; i < TIMES_ALONE; i++) {
        if (!interpreter_exercise(&interpreter)) {
            return;
        }
    }
    interpreter_finish(&interpreter);
}
