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
     * arguments and the like, is theirs, and so are the instances that they make. */
    static const struct graph_limits limits = {
        .owns = object_tracker_has, .leaves_out = object_is_of_python};
    phase("compare");
    for (int i = 0; i < 2; i++) {
        graph_build(&graphs[i], request_name(), modules[i], results[i], &limits);
    }
    share_report(&graphs[0], &graphs[1], BETWEEN_MODULES, &elsewhere);
    graph_done(&graphs[0]);
    graph_done(&graphs[1]);
}

/* What the extension made for the module object that was imported first, and not for
 * another.  Instances of its types are left out: the package's Python code may have put
 * them there. */
static void
report_missing(struct py_object *first, struct py_object *other)
{
    struct py_object *names = py.PyModule_GetDict(other);
    struct py_object *key;
    struct py_object *value;
    ssize_t position = 0;
    while (py.PyDict_Next(py.PyModule_GetDict(first), &position, &key, &value)) {
        const char *name = py.PyUnicode_AsUTF8(key);
        if (name != NULL && py.PyDict_GetItemString(names, name) == NULL
            && object_tracker_has(value) && !object_tracker_has(object_type(value)))
        {
            record_say(RECORD_LACKS, name, NULL);
        }
    }
    py.PyErr_Clear();
}

/* Do the calls of the exercise give the same kind of answer with each module object?
 * None of the three is the first of the process to be used. */
static void
report_differences(struct interpreter *interpreter, struct py_object *results[3])
{
    struct py_object *list = exercise_runner_call(
        &interpreter->runner, "differences", results[0], results[1], results[2], NULL);
    for (ssize_t i = 0; list != NULL && i < py.PyList_Size(list); i++) {
        const char *fields[3];
        for (ssize_t j = 0; j < 3; j++) {
            fields[j] =
                py.PyUnicode_AsUTF8(py.PyTuple_GetItem(py.PyList_GetItem(list, i), j));
        }
        if (fields[0] != NULL && fields[1] != NULL && fields[2] != NULL) {
            record_say(RECORD_DIFFERS, fields[0], fields[1], fields[2], NULL);
        }
    }
    py.PyErr_Clear();
    py.Py_DecRef(list);
}

static struct py_object *
use(struct interpreter *interpreter, struct py_object *module, const char *where)
{
    return exercise_runner_run_exercise(&interpreter->runner, where, module);
}

/* The module object that was imported first is used last. */
static void
compare_with_first(struct interpreter *interpreter, struct py_object *second,
                   struct py_object *first_again, struct py_object *second_results)
{
    phase("compare with the imported module object");
    report_missing(interpreter->module, second);
    struct py_object *results[] = {
        use(interpreter, interpreter->module, "imported module object"), first_again,
        second_results};
    if (results[0] != NULL && results[1] != NULL && results[2] != NULL) {
        report_differences(interpreter, results);
    }
    py.Py_DecRef(results[0]);
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
    struct py_object *again = use(&interpreter, modules[0], where[0]);
    compare(modules, results);
    compare_with_first(&interpreter, modules[1], again, results[1]);
    py.Py_DecRef(again);
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
