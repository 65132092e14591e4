/* What is alive after its owner: objects that the extension made in an interpreter
 * that has ended, or for a module object that is gone.  The first rounds fill caches
 * of the interpreter; only what each later round leaves again is a leak. */

#include "probe/births.h"
#include "probe/mallocs.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"

#define ROUNDS 4

static void
judge(const char *where, uint32_t last)
{
    if (births_any_alive(last - 1) && births_any_alive(last)) {
        births_report(where, last);
    }
}

/* Returns false if the extension did not load in a sub-interpreter. */
static bool
use_in_interpreters(struct seat *main_seat)
{
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        struct seat sub;
        births_pause(true);
        seat_open(&sub, request.gil, "sub-interpreter");
        births_pause(false);
        births_set_epoch(round);
        mallocs_set_epoch(round);
        bool ok = seat_import(&sub) == IMPORT_OK && seat_exercise(&sub);
        seat_close(&sub, main_seat);
        if (!ok) {
            return false;
        }
    }
    judge("interpreter", ROUNDS);
    mallocs_report(2, ROUNDS);
    return true;
}

static void
use_module_objects(struct seat *main_seat)
{
    for (uint32_t round = ROUNDS + 1; round <= 2 * ROUNDS; round++) {
        struct py_object *module;
        births_set_epoch(round);
        if (inside_load_fresh(&main_seat->inside, "new module object", &module)
            != IMPORT_OK)
        {
            return;
        }
        py.Py_DecRef(inside_exercise(&main_seat->inside, "new module object", module));
        py.Py_DecRef(module);
        py.PyGC_Collect();
        py.PyGC_Collect();
    }
    judge("reload", 2 * ROUNDS);
}

void
scenario_leaks(void)
{
    struct seat main_seat;
    births_prepare();
    seat_open_main(&main_seat);
    if (seat_import(&main_seat) != IMPORT_OK) {
        return;
    }
    births_begin();
    mallocs_begin();
    if (use_in_interpreters(&main_seat)) {
        use_module_objects(&main_seat);
    }
    record_count(COUNT_LOST, (long long)(births_lost() + mallocs_lost()));
}
