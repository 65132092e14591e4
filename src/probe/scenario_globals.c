/* The writable words of the extension: compared before and after each interpreter
 * used it; and, in a run of its own, watched. */

#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/watch.h"
#include "probe/words.h"

static void
look(enum stage stage, bool compare)
{
    if (compare) {
        words_compare(stage);
    }
}

/* Import and use in a sub-interpreter. A refusal is reported, and its writes too. */
static void
use_in_interpreter(struct seat *main_seat, enum stage stage, bool compare)
{
    struct seat sub;
    seat_open(&sub, request.gil,
              stage == STAGE_FIRST ? "first sub-interpreter"
                                   : "second sub-interpreter");
    if (seat_import(&sub) == IMPORT_OK) {
        seat_exercise(&sub);
    }
    look(stage, compare);
    seat_close(&sub, main_seat);
}

static void
use_everywhere(struct seat *main_seat, bool compare)
{
    if (seat_import(main_seat) != IMPORT_OK) {
        return;
    }
    seat_exercise(main_seat);
    look(STAGE_MAIN, compare);
    use_in_interpreter(main_seat, STAGE_FIRST, compare);
    use_in_interpreter(main_seat, STAGE_SECOND, compare);
    look(STAGE_END, compare);
}

void
scenario_globals(void)
{
    struct seat seat;
    seat_open_main(&seat);
    if (request.path == NULL) {
        use_everywhere(&seat, false);
        return;
    }
    if (!inside_load_library()) {
        return;
    }
    words_begin(image_target());
    use_everywhere(&seat, true);
    phase("report");
    words_report();
}

void
scenario_watch(void)
{
    struct seat seat;
    seat_open_main(&seat);
    if (!inside_load_library()) {
        return;
    }
    struct image image = *image_target();
    if (request.watch == NULL || !watch_begin(&image, request.watch)) {
        record_say(RECORD_SKIP, "writes are followed on x86-64 only", NULL);
        return;
    }
    use_everywhere(&seat, false);
    phase("report");
    watch_end();
}
