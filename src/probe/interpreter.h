/* One interpreter of a scenario: attached or not, with the module and its results. */
#ifndef INSULATE_PROBE_INTERPRETER_H
#define INSULATE_PROBE_INTERPRETER_H

#include "probe/exercise_runner.h"

#include <sys/types.h>

struct interpreter {
    struct py_thread *thread; /* NULL once closed */
    struct exercise_runner runner;
    struct py_object *module;  /* owned */
    struct py_object *results; /* owned */
    const char *where;         /* how records call this interpreter */
    bool is_main;
};

/* Starts Python and opens the main interpreter. */
void interpreter_open_main(struct interpreter *interpreter);

/* Creates and opens an interpreter; the one attached before stays as it is. */
void interpreter_open(struct interpreter *interpreter, enum py_gil gil,
                      const char *where);

/* Imports the module under test. */
enum import_result interpreter_import(struct interpreter *interpreter);

/* Runs the exercise and keeps its results in place of the last ones.
 * Returns false after reporting why it failed. */
bool interpreter_exercise(struct interpreter *interpreter);

/* Leaves the results to the interpreter, too: they are alive when it ends. */
void interpreter_leave_results(const struct interpreter *interpreter);

/* Attaches the interpreter to this thread in place of the one that is. */
void interpreter_enter(const struct interpreter *interpreter);

/* A forked copy of the process, in which Python can go on with the thread that asks, which is
 * attached: other threads do not come along, and Python waits for none of them. */
pid_t interpreter_fork_copy(void);

/* Drops what the interpreter holds, collects, ends the interpreter and attaches `back`
 * (NULL: nothing). */
void interpreter_close(struct interpreter *interpreter, const struct interpreter *back);

/* The same for the main interpreter, with Py_FinalizeEx. */
void interpreter_finish(struct interpreter *interpreter);

#endif
