/* The control: the module alone, in the main interpreter of a fresh Python; and
 * what it is: its file, the kind of its initialisation, what it declares. */

#include "probe/definition.h"
#include "probe/effect.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/scenario.h"
#include "probe/seat.h"
#include "probe/surroundings.h"

#include <string.h>

#define TIMES_ALONE 3

static bool
report_origin(struct seat *seat)
{
    struct py_object *name = py.PyUnicode_FromString(request.module);
    struct py_object *origin = inside_call(&seat->inside, "origin", name, NULL);
    py.Py_DecRef(name);
    if (origin == NULL) {
        inside_report_error(RECORD_MISSING, "");
        return false;
    }
    const char *kind = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(origin, 0));
    const char *file = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(origin, 1));
    record_say(RECORD_ORIGIN, kind, file != NULL ? file : "", NULL);
    bool is_extension = strcmp(kind, "extension") == 0;
    request.path = is_extension ? strdup(file) : NULL;
    py.Py_DecRef(origin);
    return is_extension;
}

static void
report_list(struct seat *seat, const char *function, const char *kind)
{
    struct py_object *list = inside_call(&seat->inside, function, NULL);
    if (list == NULL) {
        py.PyErr_Clear();
        return;
    }
    for (ssize_t i = 0; i < py.PyList_Size(list); i++) {
        const char *name = py.PyUnicode_AsUTF8(py.PyList_GetItem(list, i));
        if (name != NULL) {
            record_say(kind, name, NULL);
        }
    }
    py.Py_DecRef(list);
}

static struct py_object *
import_any(void)
{
    phase("import");
    struct py_object *module = py.PyImport_ImportModule(request.module);
    if (module == NULL) {
        inside_report_error(RECORD_FAILED, "main interpreter");
    }
    return module;
}

void
scenario_import(void)
{
    struct seat seat;
    seat_open_main(&seat);
    if (request.module == NULL) {
        seat_import(&seat);
    }
    else if (!report_origin(&seat)) {
        /* No extension: say which ones it would bring. */
        struct py_object *module = import_any();
        py.Py_DecRef(module);
        report_list(&seat, "loaded_extensions", RECORD_EXTENSION);
        return;
    }
    else {
        phase("inspect");
        bool is_known = definition_report(request.module, request.path);
        surroundings_keep();
        if (seat_import(&seat) != IMPORT_OK) {
            return;
        }
        surroundings_compare();
        if (!is_known) {
            definition_report_of(seat.module);
        }
        const char *home = definition_home(seat.module);
        if (home != NULL) {
            record_say(RECORD_HOME, home, NULL);
        }
        report_list(&seat, "loaded_extensions", RECORD_EXTENSION);
        report_list(&seat, "loaded_stdlib", RECORD_IMPORTED);
    }
    inside_watch_steps(true);
    seat_exercise(&seat);
    inside_watch_steps(false);
    seat_finish(&seat);
}

/* The control of one call that crashed elsewhere: is it the call's own fault?  It, and
 * what makes its operands, with nothing else before it; a few times, since the
 * scenarios use a module more than once. */
void
scenario_alone(void)
{
    struct seat seat;
    seat_open_main(&seat);
    if (seat_import(&seat) != IMPORT_OK) {
        return;
    }
    for (int i = 0; i < TIMES_ALONE; i++) {
        if (!seat_exercise(&seat)) {
            return;
        }
    }
    seat_finish(&seat);
}
