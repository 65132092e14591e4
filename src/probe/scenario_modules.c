/* Two module objects of one extension in one interpreter: used in turn, compared,
 * and the second used again after the first is gone. */

#include "probe/births.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/share.h"

static void
compare(struct py_object *modules[2], struct py_object *results[2])
{
    struct pointer_set elsewhere = {0};
    struct graph graphs[2];
    /* What other classes and functions keep, registries of subclasses, defaults of
     * arguments and the like, is theirs. */
    static const struct graph_limits limits = {.owns = births_has};
    phase("compare");
    for (int i = 0; i < 2; i++) {
        graph_build(&graphs[i], request_name(), modules[i], results[i], &limits);
    }
    share_report(&graphs[0], &graphs[1], BETWEEN_MODULES, &elsewhere);
    graph_done(&graphs[0]);
    graph_done(&graphs[1]);
}

static struct py_object *
use(struct seat *seat, struct py_object *module, const char *where)
{
    return inside_exercise(&seat->inside, where, module);
}

void
scenario_two_modules(void)
{
    static const char *const where[] = {"first module object", "second module object"};
    struct seat seat;
    struct py_object *modules[2] = {NULL, NULL};
    struct py_object *results[2] = {NULL, NULL};

    births_prepare();
    seat_open_main(&seat);
    if (request.path != NULL && !inside_load_library()) {
        return;
    }
    births_begin();
    if (seat_import(&seat) != IMPORT_OK) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (inside_load_fresh(&seat.inside, where[i], &modules[i]) != IMPORT_OK) {
            return;
        }
    }
    if (request.module != NULL && modules[0] == modules[1]) {
        record_say(RECORD_SAME, NULL);
        return;
    }
    for (int i = 0; i < 2; i++) {
        results[i] = use(&seat, modules[i], where[i]);
    }
    py.Py_DecRef(use(&seat, modules[0], where[0]));
    compare(modules, results);
    record_count(COUNT_LOST, (long long)births_lost());

    /* They die together, in an order that the collector chooses. */
    phase("drop the first module object with its instances");
    py.Py_DecRef(inside_call(&seat.inside, "tie", modules[0], results[0], NULL));
    py.PyErr_Clear();
    py.Py_DecRef(results[0]);
    py.Py_DecRef(modules[0]);
    py.PyGC_Collect();
    py.Py_DecRef(results[1]);
    py.Py_DecRef(use(&seat, modules[1], where[1]));
    py.Py_DecRef(modules[1]);
    py.PyGC_Collect();
    seat_finish(&seat);
}
