#include "probe/seat.h"

#include "probe/record.h"

#include <string.h>

void
seat_open_main(struct seat *seat)
{
    phase("start");
    memset(seat, 0, sizeof *seat);
    py_start(request.argv0);
    seat->thread = py.PyThreadState_Get();
    seat->where = "main interpreter";
    seat->is_main = true;
    inside_open(&seat->inside);
}

void
seat_open(struct seat *seat, enum py_gil gil, const char *where)
{
    phase("new interpreter");
    memset(seat, 0, sizeof *seat);
    seat->thread = py_interpreter_new(gil);
    seat->where = where;
    inside_open(&seat->inside);
}

enum import_result
seat_import(struct seat *seat)
{
    return inside_import(&seat->inside, seat->where, &seat->module);
}

bool
seat_exercise(struct seat *seat)
{
    struct py_object *results =
        inside_exercise(&seat->inside, seat->where, seat->module);
    py.Py_DecRef(seat->results);
    seat->results = results;
    return results != NULL;
}

void
seat_leave_results(const struct seat *seat)
{
    struct py_object *home = py.PyImport_AddModule("__main__");
    if (home != NULL && seat->results != NULL) {
        (void)py.PyDict_SetItemString(py.PyModule_GetDict(home), "insulate_kept",
                                      seat->results);
    }
    py.PyErr_Clear();
}

void
seat_enter(const struct seat *seat)
{
    py.PyThreadState_Swap(seat->thread);
}

static void
drop(struct seat *seat)
{
    phase("drop");
    py.Py_DecRef(seat->results);
    py.Py_DecRef(seat->module);
    seat->results = NULL;
    seat->module = NULL;
    py.PyGC_Collect();
    inside_close(&seat->inside);
}

void
seat_close(struct seat *seat, const struct seat *back)
{
    drop(seat);
    phase("end of interpreter");
    py.Py_EndInterpreter(seat->thread);
    seat->thread = NULL;
    if (back != NULL) {
        seat_enter(back);
    }
}

void
seat_finish(struct seat *seat)
{
    py_collector("unfreeze"); /* what the nursery has frozen ends as elsewhere */
    drop(seat);
    phase("finalize");
    seat->thread = NULL;
    (void)py.Py_FinalizeEx(); /* fails if stdout cannot be flushed: not ours */
}
