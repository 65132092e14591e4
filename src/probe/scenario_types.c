/* The extension's heap types: does traverse visit the type of the instance, does a
 * dead instance give its reference to the type back. */

#include "probe/graph.h"
#include "probe/image.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/forked_check.h"
#include "probe/traversal.h"

#define INSTANCES 10

/* References that keep a type alive whose instances release more than they own; the
 * collector does not see them.  They are never given back: the process ends here. */
#define SPARE_REFERENCES 100000

struct counter {
    const struct py_object *type;
    long visits;
};

static int
count_type(struct py_object *object, void *data)
{
    struct counter *counter = data;
    counter->visits += object == counter->type;
    return 0;
}

static void
report(struct py_object *type, long visits, long drift, uintptr_t place)
{
    struct record record;
    record_begin(&record, RECORD_TYPE);
    record_text(&record, type_name(type));
    record_number(&record, visits);
    record_number(&record, drift);
    record_number(&record, INSTANCES);
    record_place(&record, place);
    record_end(&record);
}

static void
check_visits(const struct graph *graph)
{
    struct pointer_set done = {0};
    for (int i = 0; i < graph->n_nodes; i++) {
        struct py_object *object = graph->nodes[i].object;
        struct py_object *type = object_type(object);
        if (pointer_set_has(&graph->stops, object) || !traversal_is_own(object)
            || pointer_set_has(&done, type)) {
            continue;
        }
        py_traverse traverse = type_traverse(type);
        struct counter counter = {type, 0};
        pointer_set_add(&done, type);
        traverse(object, count_type, &counter);
        report(type, counter.visits, 0, function_address(traverse));
    }
    pointer_set_done(&done);
}

/* Instances that the collector does not know.  Those in a module's free list, which some
 * modules visit, are dead. */
static void
check_tracked(const struct graph *graph)
{
    struct pointer_set done = {0};
    memory_refresh();
    for (int i = 0; i < graph->n_nodes; i++) {
        struct py_object *object = graph->nodes[i].object;
        struct py_object *type = object_type(object);
        if (!pointer_set_has(&graph->stops, object) && traversal_is_own(object)
            && !pointer_set_has(&done, type)
            && object_is_live((uintptr_t)object)
            && py.PyObject_GC_IsTracked(object) == 0)
        {
            pointer_set_add(&done, type);
            record_say(RECORD_FORKED_CHECK, CHECKED_UNTRACKED, type_name(type), "",
                       NULL);
        }
    }
    pointer_set_done(&done);
}

static void
check_traversals(const struct graph *graph)
{
    memory_refresh();
    for (int i = 0; i < graph->n_nodes; i++) {
        struct py_object *object = graph->nodes[i].object;
        if (!pointer_set_has(&graph->stops, object)
            && object_is_live((uintptr_t)object))
        {
            traversal_check(object);
        }
    }
}

static void
keep_alive(struct py_object *type)
{
    for (int i = 0; i < SPARE_REFERENCES; i++) {
        py.Py_IncRef(type);
    }
}

static bool
is_heap_type(struct py_object *object)
{
    return object != NULL && object_is_type(object) && type_is_heap(object);
}

/* Makes and drops instances and looks at a reference count: that of the type, or of the
 * base that it is made by.  To blame is the dealloc of the extension's type. */
static void
check_drift(struct interpreter *interpreter, struct py_object *maker)
{
    struct py_object *function = py.PyTuple_GetItem(maker, 0);
    struct py_object *arguments = py.PyTuple_GetItem(maker, 1);
    struct py_object *watched = py.PyTuple_GetItem(maker, 2);
    struct py_object *owner = py.PyTuple_GetItem(maker, 3);
    if (!is_heap_type(watched) || !is_heap_type(owner)) {
        return;
    }
    keep_alive(watched);
    struct py_object *count = py.PyLong_FromLong(INSTANCES);
    struct py_object *drift = exercise_runner_call(
        &interpreter->runner, "reference_drift", function, arguments, count, watched,
        NULL);
    py.Py_DecRef(count);
    if (drift == NULL) {
        py.PyErr_Clear();
        return;
    }
    report(owner, -1, py.PyLong_AsLong(drift), type_word(owner, TYPE_DEALLOC));
    py.Py_DecRef(drift);
}

static void
check_makers(struct interpreter *interpreter, const char *function)
{
    struct py_object *makers =
        exercise_runner_call(&interpreter->runner, function, interpreter->module, NULL);
    if (makers == NULL) {
        exercise_runner_report_error(RECORD_FAILED, interpreter->where);
        return;
    }
    for (ssize_t i = 0; i < py.PyList_Size(makers); i++) {
        check_drift(interpreter, py.PyList_GetItem(makers, i));
    }
    py.Py_DecRef(makers);
}

static void
keep_types_alive(struct py_object *module_dict)
{
    struct py_object *key;
    struct py_object *value;
    ssize_t position = 0;
    while (py.PyDict_Next(module_dict, &position, &key, &value)) {
        if (is_heap_type(value)) {
            keep_alive(value);
        }
    }
}

/* What only some use shows, in copies of the process.  Returns whether instances of
 * subclasses can be used without a crash. */
static bool
try_types(struct interpreter *interpreter)
{
    struct exercise_runner *runner = &interpreter->runner;
    forked_check_load(runner);
    py.Py_DecRef(exercise_runner_call(runner, "check_types", interpreter->module,
                                      interpreter->results, NULL));
    py.PyErr_Clear();
    struct py_object *known = py.PyDict_GetItemString(runner->names, "_skip");
    bool has_subclasses = forked_check_run(runner, FORKED_SUBCLASS, "try_subclasses",
                                           interpreter->module, known);
    forked_check_run(runner, FORKED_OPERANDS, "try_operands", interpreter->module,
                     known);
    forked_check_run(runner, FORKED_DEALLOCATION, "try_deallocation",
                     interpreter->module, known);
    forked_check_run(runner, FORKED_WEAK_REFERENCES, "try_weak_references",
                     interpreter->module, known);
    forked_check_run(runner, FORKED_MEMBERS, "try_members", interpreter->module, known);
    forked_check_run(runner, FORKED_REFERENCES, "try_references", interpreter->module,
                     known);
    forked_check_run(runner, FORKED_GROWTH, "try_growth", interpreter->module, known);
    forked_check_run(runner, FORKED_REFUSALS, "try_refusals", interpreter->module,
                     known);
    forked_check_run(runner, FORKED_CYCLES, "try_cycles", interpreter->module, known);
    forked_check_run(runner, FORKED_CLEARING, "try_clearing", interpreter->module,
                     known);
    forked_check_run(runner, FORKED_DELETION, "try_deletion", interpreter->module,
                     known);
    forked_check_run(runner, FORKED_INSTANCES, "try_instances", interpreter->module,
                     interpreter->results);
    forked_check_run(runner, FORKED_WITHOUT_INIT, "try_without_init",
                     interpreter->module, interpreter->results);
    return has_subclasses;
}

void
scenario_types(void)
{
    struct interpreter interpreter;
    struct graph graph;
    static const struct graph_limits limits = {0};
    interpreter_open_main(&interpreter);
    if (interpreter_import(&interpreter) != IMPORT_OK) {
        return;
    }
    keep_types_alive(py.PyModule_GetDict(interpreter.module));
    py.Py_DecRef(exercise_runner_call(&interpreter.runner, "keep_producers", NULL));
    if (!interpreter_exercise(&interpreter)) {
        return;
    }
    phase("types");
    graph_build(&graph, request_name(), interpreter.module, interpreter.results,
                &limits);
    check_visits(&graph);
    check_tracked(&graph);
    check_traversals(&graph);
    traversal_check_module(interpreter.module);
    graph_done(&graph);
    bool has_subclasses = try_types(&interpreter);
    check_makers(&interpreter, "makers");
    if (has_subclasses) {
        check_makers(&interpreter, "subclass_makers");
    }
    /* The process ends here: Python would miss the references that were kept. */
}
