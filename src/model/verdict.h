/* What is known of one compiled module, and the verdict: filled by binary/ and
 * prove/, printed by report/.  JSON keys are the names of the fields. */
#ifndef INSULATE_MODEL_VERDICT_H
#define INSULATE_MODEL_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum init_kind { INIT_UNKNOWN, INIT_SINGLE, INIT_MULTI, INIT_EXPORT };
/* Declared: what the module says.  Supported: what the evidence allows. */
enum support {
    SUPPORT_UNKNOWN,
    SUPPORT_NOTHING,      /* supports: not even two module objects */
    SUPPORT_SINGLE_PHASE, /* declares: single-phase init */
    SUPPORT_ONCE,         /* once per process */
    SUPPORT_NONE,         /* declares: multi-phase without the slot */
    SUPPORT_SHARED_GIL,
    SUPPORT_OWN_GIL,
};
enum verdict {
    VERDICT_UNPROVED,
    VERDICT_ISOLATED,
    VERDICT_NOT_ISOLATED,
    VERDICT_REFUSES,
    VERDICT_BROKEN,
};
enum outcome {
    OUTCOME_SKIP,
    OUTCOME_PASS,
    OUTCOME_FAIL,
    OUTCOME_CRASH,
    OUTCOME_TIMEOUT,
    OUTCOME_REFUSED,
};

/* Which verdicts fail a run. */
enum verdict_use {
    VERDICTS_MUST_BE_ISOLATED, /* prove: all others do */
    VERDICTS_MUST_BE_KEPT,     /* scan: only not-isolated does */
    VERDICTS_ARE_BACKGROUND,   /* none does */
};
bool verdict_fails(enum verdict verdict, enum verdict_use use);

const char *init_kind_name(enum init_kind kind);   /* NULL for unknown */
const char *support_name(enum support support);    /* NULL for unknown */
const char *verdict_name(enum verdict verdict);
const char *outcome_name(enum outcome outcome);

struct scenario_result {
    const char *name;
    enum outcome outcome;
    const char *reason; /* NULL when it passed */
    double seconds;
};

/* One type or function of a module that `prove` did not use. */
struct unused {
    const char *kind; /* "type" or "function" */
    const char *name;
    const char *reason;
};

/* What of a module `prove` used in its control run. */
struct coverage {
    bool is_known;
    unsigned types, instantiated; /* of those with a name in the module */
    unsigned cannot_be_made;      /* types that Python code cannot make */
    unsigned functions, called;
    const char *missing; /* names of types without an instance, by comma */
    const struct unused *unused;
    size_t n_unused;
};

/* What several threads at once may do with a module. */
enum threads_verdict {
    THREADS_VERDICT_UNKNOWN, /* nobody has asked */
    THREADS_VERDICT_NOT_SHOWN,
    THREADS_VERDICT_SAFE,
    THREADS_VERDICT_UNSAFE,
};
const char *threads_verdict_name(enum threads_verdict threads); /* NULL for unknown */

/* What was done to show it. */
struct thread_use {
    unsigned functions, called; /* functions and methods, of those with a name */
    unsigned pairs, pairs_left; /* of calls: tried, and those without time for them */
    unsigned pairs_apart;       /* not tried: they share no memory that either writes */
    unsigned interruptions;     /* of one call by another one */
    unsigned parallel_calls;    /* in all threads at once */
    double seconds;             /* of processor time */
    long seed;
};

struct module_report {
    const char *module; /* importable name */
    const char *path;   /* of the shared library; NULL: not found */
    const char *python; /* version that ran it, "3.13.0"; NULL in scan */
    enum init_kind init;
    enum support declares;
    enum support supports;
    const char *gil; /* its Py_mod_gil slot: "used", "not-used"; NULL: none, unknown */
    enum verdict verdict;
    const char *reason; /* why the verdict is what it is; one sentence, NULL
                           if the findings say it all */
    struct coverage coverage;
    enum threads_verdict threads;
    const char *threads_reason; /* why not, or how not; NULL: safe, or unknown */
    struct thread_use thread_use;
    double seconds;
    struct scenario_result *scenarios;
    size_t n_scenarios, scenarios_capacity;
};

struct module_reports {
    struct arena *arena; /* borrowed */
    struct module_report *items;
    size_t n_items, capacity;
};

void module_reports_init(struct module_reports *reports, struct arena *arena);
/* Returns a new zeroed report (borrowed until the next add). */
struct module_report *module_reports_add(struct module_reports *reports);
/* Append a copy of REPORT, strings and all. */
void module_report_copy(struct module_reports *reports,
                        const struct module_report *report);

#endif
