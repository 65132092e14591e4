/* Starts one process with the probe for each scenario. */
#ifndef INSULATE_PROVE_LAUNCHER_H
#define INSULATE_PROVE_LAUNCHER_H

#include "base/arena.h"
#include "base/error.h"
#include "confine/call_filter.h"
#include "prove/python.h"
#include "prove/probe_log.h"

/* What is the same for all runs of a command. */
struct launcher {
    struct arena *arena;
    const char *probe; /* path of insulate-probe.so */
    struct python python;
    const char *python_path; /* value of PYTHONPATH */
    const char *folder;      /* empty folder that the scenarios run in */
    const char *exercise;    /* file of the user's exercise, or NULL */
    const char *tests;       /* pytest arguments, one per line, or NULL; tests run in
                                 the current folder */
    bool claims_gil_unused;  /* the modules are held to Py_MOD_GIL_NOT_USED, declared
                                or not: free-threaded builds run them without the GIL */
    long seed;               /* of what `threads` chooses at random */
    double time_limit;       /* seconds; 0: not given */
    double scenario_limit;   /* seconds, for the module under way */
    int n_jobs;
    enum call_filter_state *confinement; /* the weakest of all runs so far; 0: none yet */
    struct fork_server *fork_server; /* that scenarios are forked from, or NULL */
};

/* One run.  Strings are NULL where they do not apply. */
struct launch_request {
    const char *scenario; /* as the probe knows it */
    const char *module;   /* NULL: a control run */
    const char *path;
    const char *gil; /* "own", "shared", "checked" */
    const char *imports;
    const char *skip;
    const char *only;
    const char *watch;
    double more_seconds; /* than other scenarios may take */
    bool keeps_gil;      /* has the GIL if an import enables it, whatever is claimed */
    bool is_long;        /* begins before others, so that no job waits for it alone */
};

/* The probe: $INSULATE_PROBE, or beside the program, or where it is installed.
 * Returns NULL with ERROR_IO when there is none. */
const char *launcher_find_probe(struct arena *arena, struct error *err);

/* Start what scenarios are forked from; without it each starts a Python. */
void launcher_open_fork_server(struct launcher *launcher);
void launcher_close_fork_server(struct launcher *launcher);

/* Run N requests, at most n_jobs at once, and read what each said.
 * Returns -1 if one could not be started. */
MUST_CHECK int launcher_run(const struct launcher *launcher,
                            const struct launch_request *requests, size_t n,
                            struct probe_log *out_logs, struct error *err);

#endif
