/* Sub-interpreters in one thread: one after another, ended in both orders, before
 * the main interpreter, and compared. */

#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/interpreter.h"
#include "probe/share.h"

/* Opens two interpreters that both have imported the module, and uses it in both
 * only then: what the second import overwrites would hide otherwise. */
static bool
open_pair(struct interpreter pair[2], const struct interpreter *main_interpreter)
{
    static const char *const where[] = {"first sub-interpreter",
                                        "second sub-interpreter"};
    for (int i = 0; i < 2; i++) {
        interpreter_open(&pair[i], request.gil, where[i]);
        if (interpreter_import(&pair[i]) != IMPORT_OK) {
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        interpreter_enter(&pair[i]);
        if (!interpreter_exercise(&pair[i])) {
            return false;
        }
    }
    interpreter_enter(main_interpreter);
    return true;
}

/* Ends one of the pair, uses the module in the other, ends that one. */
static void
close_pair(struct interpreter pair[2], int first,
           const struct interpreter *main_interpreter)
{
    struct interpreter *last = &pair[1 - first];
    interpreter_enter(&pair[first]);
    interpreter_close(&pair[first], NULL);
    interpreter_enter(last);
    interpreter_exercise(last);
    interpreter_leave_results(last);
    interpreter_close(last, main_interpreter);
}

void
scenario_shared_gil(void)
{
    struct interpreter main_interpreter;
    interpreter_open_main(&main_interpreter);
    if (interpreter_import(&main_interpreter) != IMPORT_OK
        || !interpreter_exercise(&main_interpreter))
    {
        return;
    }
    for (int first = 0; first < 2; first++) {
        struct interpreter pair[2];
        if (!open_pair(pair, &main_interpreter)) {
            return;
        }
        close_pair(pair, first, &main_interpreter);
    }
    interpreter_exercise(&main_interpreter);
    interpreter_finish(&main_interpreter);
}

void
scenario_interpreter_first(void)
{
    struct interpreter main_interpreter;
    struct interpreter sub;
    interpreter_open_main(&main_interpreter);
    interpreter_open(&sub, request.gil, "sub-interpreter, before the main one");
    if (interpreter_import(&sub) != IMPORT_OK || !interpreter_exercise(&sub)) {
        return;
    }
    interpreter_enter(&main_interpreter);
    if (interpreter_import(&main_interpreter) != IMPORT_OK
        || !interpreter_exercise(&main_interpreter))
    {
        return;
    }
    interpreter_enter(&sub);
    interpreter_exercise(&sub);
    interpreter_close(&sub, &main_interpreter);
    interpreter_exercise(&main_interpreter);
    interpreter_open(&sub, request.gil, "sub-interpreter, after the main one");
    if (interpreter_import(&sub) == IMPORT_OK) {
        interpreter_exercise(&sub);
    }
    interpreter_close(&sub, &main_interpreter);
    interpreter_finish(&main_interpreter);
}

void
scenario_sharing(void)
{
    struct interpreter main_interpreter;
    struct interpreter pair[2];
    struct graph graphs[2];
    static const struct graph_limits limits = {0};
    struct pointer_set foreign = {0};

    interpreter_open_main(&main_interpreter);
    if (!open_pair(pair, &main_interpreter)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        interpreter_enter(&pair[i]);
        phase("compare");
        graph_build(&graphs[i], request_name(), pair[i].module, pair[i].results,
                    &limits);
    }
    interpreter_enter(&pair[0]);
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
