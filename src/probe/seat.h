/* One interpreter of a scenario: attached or not, with the module and its results. */
#ifndef INSULATE_PROBE_SEAT_H
#define INSULATE_PROBE_SEAT_H

#include "probe/inside.h"

struct seat {
    struct py_thread *thread; /* NULL for a closed seat */
    struct inside inside;
    struct py_object *module;  /* owned */
    struct py_object *results; /* owned */
    const char *where;         /* how records call this interpreter */
    bool is_main;
};

/* Starts Python and takes the main interpreter. */
void seat_open_main(struct seat *seat);

/* Makes an interpreter and takes it; the one attached before stays as it is. */
void seat_open(struct seat *seat, enum py_gil gil, const char *where);

/* Imports the module under test. */
enum import_result seat_import(struct seat *seat);

/* Runs the exercise and keeps its results in place of the last ones.
 * Returns false after reporting why it failed. */
bool seat_exercise(struct seat *seat);

/* Leaves the results to the interpreter, too: they are alive when it ends. */
void seat_leave_results(const struct seat *seat);

/* Attaches the interpreter to this thread in place of the one that is. */
void seat_enter(const struct seat *seat);

/* Drops what the seat holds, collects, ends the interpreter and attaches `back`
 * (NULL: nothing). */
void seat_close(struct seat *seat, const struct seat *back);

/* The same for the main interpreter, with Py_FinalizeEx. */
void seat_finish(struct seat *seat);

#endif
