/* Observing a build: a Python process that imports it and looks. */
#ifndef INSULATE_COMPARE_OBSERVER_H
#define INSULATE_COMPARE_OBSERVER_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "compare/build.h"

struct observer {
    struct arena *arena;
    const char *python;      /* executable */
    const char *python_path; /* value of PYTHONPATH */
    const char *folder;      /* empty folder that the processes run in */
    double step_limit;       /* seconds that one step may take; 0: the default */
};

/* Observe BUILD, whose path and module are set, from a file or a folder.  A step that
 * crashes, hangs or ends the process is an observation as well; the rest is observed
 * in another process.
 * Returns -1 if the Python could not be started or stumbles.  A module that cannot be imported
 * is no error: see BUILD's failure and crash. */
MUST_CHECK int observe(const struct observer *observer, struct build *build,
                       struct error *err);

#endif
