#include "probe/capsules.h"

#include "probe/exercise_runner.h"
#include "probe/graph.h"
#include "probe/guard_pages.h"
#include "probe/image.h"
#include "probe/protocol.h"
#include "probe/record.h"

void
capsules_keep(struct capsules *capsules, struct py_object *module,
              struct py_object *results)
{
    static const struct graph_limits limits = {0};
    struct graph graph;
    graph_build(&graph, request_name(), module, results, &limits);
    capsules->n_items = 0;
    for (int i = 0; i < graph.n_nodes && capsules->n_items < CAPSULE_LIMIT; i++) {
        struct py_object *object = graph.nodes[i].object;
        if (object_is_exact(object, py.PyCapsule_Type)) {
            py.Py_IncRef(object);
            capsules->items[capsules->n_items++] = object;
        }
    }
    graph_done(&graph);
}

void
capsules_report(const struct capsules *capsules)
{
    memory_refresh();
    for (int i = 0; i < capsules->n_items; i++) {
        const char *name = py.PyCapsule_GetName(capsules->items[i]);
        uintptr_t address =
            (uintptr_t)py.PyCapsule_GetPointer(capsules->items[i], name);
        py.PyErr_Clear();
        bool is_freed = guard_pages_is_freed(address);
        if (is_freed || guard_pages_leads_to_freed(address)) {
            record_say(RECORD_CAPSULE, is_freed ? CAPSULE_FREED : CAPSULE_LEADS,
                       name != NULL && memory_is_readable((uintptr_t)name, 1) ? name : "",
                       NULL);
        }
    }
}
