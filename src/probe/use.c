#include "probe/use.h"

#include "probe/protocol.h"
#include "probe/record.h"

void
use_watch(struct exercise_runner *runner)
{
    struct py_object *name = py.PyUnicode_FromString(request.module);
    py.Py_DecRef(exercise_runner_call(runner, "watch_use", name, NULL));
    py.Py_DecRef(name);
    py.PyErr_Clear();
}

static void
report_entry(struct py_object *entry)
{
    struct record record;
    record_begin(&record, RECORD_COVERAGE);
    for (ssize_t i = 0; i < py.PyTuple_Size(entry); i++) {
        const char *field = py.PyUnicode_AsUTF8(py.PyTuple_GetItem(entry, i));
        record_text(&record, field != NULL ? field : "");
    }
    record_end(&record);
    py.PyErr_Clear();
}

void
use_report(struct py_object *list)
{
    for (ssize_t i = 0; list != NULL && i < py.PyList_Size(list); i++) {
        report_entry(py.PyList_GetItem(list, i));
    }
    if (list != NULL) {
        record_count(COUNT_COVERAGE, py.PyList_Size(list));
    }
    py.PyErr_Clear();
    py.Py_DecRef(list);
}
