/* The extension's heap types: does traverse visit the type of the instance, does a
 * dead instance give its reference to the type back. */

#include "probe/graph.h"
#include "probe/image.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"

#include <string.h>

#define BIRTHS 10

/* References that keep a type alive whose instances release more than they own. */
#define SPARE_REFERENCES (20 * BIRTHS)

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

static py_traverse
traverse_of(struct py_object *type)
{
    py_traverse traverse;
    void *slot = py.PyType_GetSlot(type, SLOT_TP_TRAVERSE);
    memcpy(&traverse, &slot, sizeof traverse);
    return traverse;
}

static uintptr_t
address_of(py_traverse traverse)
{
    uintptr_t address;
    memcpy(&address, &traverse, sizeof address);
    return address;
}

static void
report(struct py_object *type, long visits, long drift, uintptr_t place)
{
    struct record record;
    record_begin(&record, RECORD_TYPE);
    record_text(&record, type_name(type));
    record_number(&record, visits);
    record_number(&record, drift);
    record_number(&record, BIRTHS);
    record_place(&record, place);
    record_end(&record);
}

/* Only a traverse function of the extension itself is judged: the interpreter's own
 * are right, and some of them leave the visit to a base. */
static void
check_visits(const struct graph *graph)
{
    struct pointer_set done = {0};
    for (int i = 0; i < graph->n_nodes; i++) {
        struct py_object *object = graph->nodes[i].object;
        struct py_object *type = object_type(object);
        if (pointer_set_has(&graph->stops, object) || !type_is_heap(type)
            || pointer_set_has(&done, type) || !py.PyObject_IS_GC(object))
        {
            continue;
        }
        py_traverse traverse = traverse_of(type);
        if (traverse == NULL || !image_is_target(address_of(traverse))) {
            continue;
        }
        struct counter counter = {type, 0};
        pointer_set_add(&done, type);
        traverse(object, count_type, &counter);
        report(type, counter.visits, 0, address_of(traverse));
    }
    pointer_set_done(&done);
}

static uintptr_t
dealloc_of(struct py_object *type)
{
    return (uintptr_t)py.PyType_GetSlot(type, SLOT_TP_DEALLOC);
}

/* Makes and drops instances of one type and looks at its reference count. */
static void
check_drift(struct seat *seat, struct py_object *maker)
{
    struct py_object *type = py.PyTuple_GetItem(maker, 0);
    struct py_object *arguments = py.PyTuple_GetItem(maker, 1);
    if (type == NULL || !object_is_type(type) || !type_is_heap(type)) {
        py.PyErr_Clear();
        return;
    }
    for (int i = 0; i < SPARE_REFERENCES; i++) {
        py.Py_IncRef(type);
    }
    struct py_object *count = py.PyLong_FromLong(BIRTHS);
    struct py_object *drift =
        inside_call(&seat->inside, "reference_drift", type, arguments, count, NULL);
    py.Py_DecRef(count);
    long spare = SPARE_REFERENCES;
    if (drift == NULL) {
        py.PyErr_Clear();
    }
    else {
        long change = py.PyLong_AsLong(drift);
        report(type, -1, change, dealloc_of(type));
        py.Py_DecRef(drift);
        /* What was released without being owned is made good. */
        spare += change < 0 ? change : 0;
    }
    for (long i = 0; i < spare; i++) {
        py.Py_DecRef(type);
    }
}

void
scenario_types(void)
{
    struct seat seat;
    struct graph graph;
    static const struct graph_limits limits = {0};
    seat_open_main(&seat);
    if (seat_import(&seat) != IMPORT_OK) {
        return;
    }
    struct py_object *held = inside_call(&seat.inside, "hold_types", seat.module, NULL);
    if (held == NULL || !seat_exercise(&seat)) {
        return;
    }
    phase("types");
    graph_build(&graph, request_name(), seat.module, seat.results, &limits);
    check_visits(&graph);
    graph_done(&graph);
    struct py_object *makers =
        inside_call(&seat.inside, "instances", seat.module, NULL);
    if (makers == NULL) {
        inside_report_error(RECORD_FAILED, seat.where);
        return;
    }
    struct py_object *key;
    struct py_object *maker;
    ssize_t position = 0;
    while (py.PyDict_Next(makers, &position, &key, &maker)) {
        check_drift(&seat, maker);
    }
    py.Py_DecRef(makers);
    py.Py_DecRef(held);
    seat_finish(&seat);
}
