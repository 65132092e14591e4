/* Starting the witness: one process for each scenario. */
#ifndef INSULATE_PROVE_WITNESS_H
#define INSULATE_PROVE_WITNESS_H

#include "base/arena.h"
#include "base/error.h"
#include "prove/subject.h"
#include "prove/testimony.h"

/* What is the same for all runs of a command. */
struct witness {
    struct arena *arena;
    const char *probe; /* path of insulate-probe.so */
    struct subject subject;
    const char *python_path; /* value of PYTHONPATH */
    const char *folder;      /* empty folder that the scenarios run in */
    const char *exercise;    /* file of the user's exercise, or NULL */
    const char *tests;       /* pytest arguments, one per line, or NULL; tests run in
                                 the current folder */
    double time_limit;       /* seconds; 0: not given */
    double scenario_limit;   /* seconds, for the module under way */
    int n_jobs;
    struct nursery *nursery; /* that scenarios are forked from, or NULL */
};

/* One run.  Strings are NULL where they do not apply. */
struct witness_request {
    const char *scenario; /* as the witness knows it */
    const char *module;   /* NULL: a control run */
    const char *path;
    const char *gil; /* "own", "shared", "checked" */
    const char *imports;
    const char *skip;
    const char *only;
    const char *watch;
    double more_seconds; /* than other scenarios may take */
    bool is_long;        /* begins before others, so that no job waits for it alone */
};

/* The probe: $INSULATE_PROBE, or beside the program, or where it is installed.
 * Returns NULL with ERROR_IO when there is none. */
const char *witness_find_probe(struct arena *arena, struct error *err);

/* Start what scenarios are forked from; without it each starts a Python. */
void witness_open_nursery(struct witness *witness);
void witness_close_nursery(struct witness *witness);

/* Run N requests, at most n_jobs at once, and read what each said.
 * Returns -1 if one could not be started. */
MUST_CHECK int witness_run(const struct witness *witness,
                           const struct witness_request *requests, size_t n,
                           struct testimony *out_testimonies, struct error *err);

#endif
