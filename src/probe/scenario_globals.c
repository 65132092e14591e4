/* The writable words of the extension: compared before and after each interpreter
 * used it; and, in a run of its own, watched. */

#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/watch.h"
#include "probe/words.h"

#include <dlfcn.h>
#include <string.h>

/* Loads the library before Python does, so that its words can be seen untouched.
 * Some packages load what theirs need first, in Python: then their parents come
 * before. */
static bool
load_before_python(void)
{
    phase("load");
    void *library = dlopen(request.path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        char parent[300];
        const char *dot = strrchr(request.module, '.');
        size_t size = dot != NULL ? (size_t)(dot - request.module) : 0;
        if (size > 0 && size < sizeof parent) {
            memcpy(parent, request.module, size);
            parent[size] = '\0';
            py.Py_DecRef(py.PyImport_ImportModule(parent));
            py.PyErr_Clear();
            library = dlopen(request.path, RTLD_NOW | RTLD_LOCAL);
        }
    }
    image_refresh(NULL);
    if (library == NULL || image_target() == NULL) {
        record_say(RECORD_SKIP, "the library cannot be loaded before its package "
                                "has prepared it", NULL);
        return false;
    }
    return true;
}

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
              stage == STAGE_FIRST ? "first sub-interpreter" : "second sub-interpreter");
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
    if (!load_before_python()) {
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
    if (!load_before_python()) {
        return;
    }
    struct image image = *image_target();
    if (request.watch == NULL || !watch_begin(&image, request.watch)) {
        record_say(RECORD_SKIP, "this machine cannot single-step a write", NULL);
        return;
    }
    use_everywhere(&seat, false);
    phase("report");
    watch_end();
}
