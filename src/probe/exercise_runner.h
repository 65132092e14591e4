/* Runs exercise.py in one interpreter, and imports the module under test there. */
#ifndef INSULATE_PROBE_EXERCISE_RUNNER_H
#define INSULATE_PROBE_EXERCISE_RUNNER_H

#include "probe/python.h"

/* What the prover asked for; borrowed strings that live as long as the process. */
struct request {
    const char *scenario;
    const char *module;   /* NULL in a control run */
    const char *path;     /* of the extension; NULL before the import run */
    const char *imports;  /* control run: standard modules to import instead */
    const char *exercise; /* file of the user's exercise, or NULL */
    const char *skip;     /* steps to leave out, one per line */
    const char *only;     /* the one step to do, or NULL: all */
    const char *watch;
    const char *tests;
    enum py_gil gil; /* of the sub-interpreters */
    bool in_main;    /* tests: in the main interpreter */
    int n_threads;
    double budget;           /* seconds for calls in threads; 0: as many as they need */
    unsigned long long seed; /* of what is chosen at random */
    char *argv0;
};
extern struct request request;

/* The name to show for the module: its own, or that of the control. */
const char *request_name(void);

/* exercise.py in the attached interpreter. */
struct exercise_runner {
    struct py_object *names; /* owned: its namespace */
};

/* Loads exercise.py into the attached interpreter. */
void exercise_runner_open(struct exercise_runner *runner);
void exercise_runner_close(struct exercise_runner *runner);
/* Runs Python text in its namespace; the probe ends if that fails. */
void exercise_runner_run_text(struct exercise_runner *runner, const char *text,
                              const char *what);
/* Compiles a text that exercise_runner_run_text will be asked for; TEXT is borrowed for good. */
void exercise_runner_compile(const char *text);
/* From now on the label of each step is copied to TEXT, too (borrowed for good). */
void exercise_runner_tell_steps(char *text, size_t size);

/* Calls a function of exercise.py.  Steals nothing; `arguments` ends with NULL.
 * Returns an owned object, or NULL with the exception set. */
struct py_object *exercise_runner_call(struct exercise_runner *runner,
                                       const char *function, ...)
    __attribute__((sentinel));

/* Imports the C modules that the control run brought besides the module under test. */
void exercise_runner_import_others(struct exercise_runner *runner);

enum import_result { IMPORT_OK, IMPORT_REFUSED, IMPORT_FAILED };

/* Imports the module under test (control run: what stands for it), and reports
 * loaded, refused or failed for `where`.  *out_module is owned, NULL on failure. */
enum import_result exercise_runner_import(struct exercise_runner *runner,
                                          const char *where,
                                          struct py_object **out_module);

/* Loads the extension's library before Python does, so that its words can be seen
 * untouched and its code is known from its first function on.  Reports `skip` and
 * returns false where that does not work. */
bool exercise_runner_load_library(void);

/* Makes one more module object of the extension.  Reports as exercise_runner_import does. */
enum import_result exercise_runner_load_fresh(struct exercise_runner *runner,
                                              const char *where,
                                              struct py_object **out_module);

/* Is the module under test in sys.modules, from its own file? */
bool exercise_runner_has_extension(struct exercise_runner *runner);

/* Runs the exercise.  Returns its results, owned, or NULL after reporting why not. */
struct py_object *exercise_runner_run_exercise(struct exercise_runner *runner,
                                               const char *where,
                                               struct py_object *module);

/* Reports the exception that is set, as `kind`, and clears it. */
void exercise_runner_report_error(const char *kind, const char *where);

/* While on, a step that takes longer than two seconds ends the process after the
 * record `stuck`: the prover leaves that step out of all later runs.  What a step
 * changes of the process is reported behind it. */
void exercise_runner_time_steps(bool on);

void phase(const char *name);

#endif
