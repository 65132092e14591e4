/* Sub-interpreters in one thread: one after another, ended in both orders, before
 * the main interpreter, and compared. */

#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/share.h"

/* Opens two interpreters that both have imported the module, and uses it in both
 * only then: what the second import overwrites would hide otherwise. */
static bool
open_pair(struct seat pair[2], const struct seat *main_seat)
{
    static const char *const where[] = {"first sub-interpreter",
                                        "second sub-interpreter"};
    for (int i = 0; i < 2; i++) {
        seat_open(&pair[i], request.gil, where[i]);
        if (seat_import(&pair[i]) != IMPORT_OK) {
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        seat_enter(&pair[i]);
        if (!seat_exercise(&pair[i])) {
            return false;
        }
    }
    seat_enter(main_seat);
    return true;
}

/* Ends one of the pair, uses the module in the other, ends that one. */
static void
close_pair(struct seat pair[2], int first, const struct seat *main_seat)
{
    struct seat *last = &pair[1 - first];
    seat_enter(&pair[first]);
    seat_close(&pair[first], NULL);
    seat_enter(last);
    seat_exercise(last);
    seat_leave_results(last);
    seat_close(last, main_seat);
}

void
scenario_shared_gil(void)
{
    struct seat main_seat;
    seat_open_main(&main_seat);
    if (seat_import(&main_seat) != IMPORT_OK || !seat_exercise(&main_seat)) {
        return;
    }
    for (int first = 0; first < 2; first++) {
        struct seat pair[2];
        if (!open_pair(pair, &main_seat)) {
            return;
        }
        close_pair(pair, first, &main_seat);
    }
    seat_exercise(&main_seat);
    seat_finish(&main_seat);
}

void
scenario_interpreter_first(void)
{
    struct seat main_seat;
    struct seat sub;
    seat_open_main(&main_seat);
    seat_open(&sub, request.gil, "sub-interpreter, before the main one");
    if (seat_import(&sub) != IMPORT_OK || !seat_exercise(&sub)) {
        return;
    }
    seat_enter(&main_seat);
    if (seat_import(&main_seat) != IMPORT_OK || !seat_exercise(&main_seat)) {
        return;
    }
    seat_enter(&sub);
    seat_exercise(&sub);
    seat_close(&sub, &main_seat);
    seat_exercise(&main_seat);
    seat_open(&sub, request.gil, "sub-interpreter, after the main one");
    if (seat_import(&sub) == IMPORT_OK) {
        seat_exercise(&sub);
    }
    seat_close(&sub, &main_seat);
    seat_finish(&main_seat);
}

void
scenario_sharing(void)
{
    struct seat main_seat;
    struct seat pair[2];
    struct graph graphs[2];
    static const struct graph_limits limits = {0};
    struct pointer_set foreign = {0};

    seat_open_main(&main_seat);
    if (!open_pair(pair, &main_seat)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        seat_enter(&pair[i]);
        phase("compare");
        graph_build(&graphs[i], request_name(), pair[i].module, pair[i].results,
                    &limits);
    }
    seat_enter(&pair[0]);
    foreign_objects(&foreign, request_name());
    share_report(&graphs[0], &graphs[1],
                 request.gil == PY_GIL_OWN ? BETWEEN_OWN_GIL : BETWEEN_SHARED_GIL,
                 &foreign);
    struct record record;
    record_begin(&record, RECORD_COUNT);
    record_text(&record, "objects");
    record_number(&record, graphs[0].n_nodes);
    record_end(&record);
    /* The process ends here: how interpreters end is the business of others. */
}
