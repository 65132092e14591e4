/* What points into the module state without holding the module: a module object is
 * used, what it returned is kept, the module goes, and what was kept is used.  And what
 * trusts the module's dictionary: its entries are replaced or deleted, and the module
 * is used. */

#include "probe/definition.h"
#include "probe/fence.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/trial.h"

#include <stdio.h>

/* C code must not trust what stands in the module's dictionary: anyone may replace or
 * delete it ("Managing Per-Module State"). */
static void
try_tampering(struct seat *seat)
{
    char place[2000];
    snprintf(place, sizeof place, "%s\n%s", request.module, request.path);
    struct py_object *text = py.PyUnicode_FromString(place);
    struct py_object *known = py.PyDict_GetItemString(seat->inside.names, "_skip");
    trial_run(&seat->inside, TRIAL_REPLACING, "try_replacing", text, known);
    trial_run(&seat->inside, TRIAL_DELETING, "try_deleting", text, known);
    py.Py_DecRef(text);
}

void
scenario_after_free(void)
{
    struct seat seat;
    struct py_object *module;
    fence_prepare();
    seat_open_main(&seat);
    if (request.path == NULL || !inside_load_library()
        || seat_import(&seat) != IMPORT_OK)
    {
        return;
    }
    trial_load(&seat.inside); /* many allocations, none of the extension */
    fence_begin(definition_state_size(seat.module));
    if (inside_load_fresh(&seat.inside, "second module object", &module) != IMPORT_OK) {
        return;
    }
    try_tampering(&seat);
    struct py_object *results =
        inside_exercise(&seat.inside, "second module object", module);
    fence_end();
    phase("drop");
    py.Py_DecRef(module);
    if (results == NULL) {
        return;
    }
    py.Py_DecRef(inside_call(&seat.inside, "drop_exceptions", results, NULL));
    py.PyGC_Collect();
    py.PyGC_Collect();
    phase("use after the module is gone");
    py.Py_DecRef(inside_call(&seat.inside, "use_kept", results, NULL));
    py.PyErr_Clear();
    py.Py_DecRef(results);
    py.PyGC_Collect();
    seat_finish(&seat);
}
