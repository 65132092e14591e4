/* The Python that runs the module. */
#ifndef INSULATE_PROVE_PYTHON_H
#define INSULATE_PROVE_PYTHON_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

struct python {
    const char *executable; /* behind a shell script that chooses one: the real one */
    const char *version;    /* "3.13.0" */
    int minor;
    bool debug, free_threaded;
    bool thread_sanitizer; /* it is built with one */
};

/* Ask EXECUTABLE (looked up on PATH) what it is.
 * PYTHON_PATH: value of PYTHONPATH for it.
 * Errors: CHILD if it does not run; UNSUPPORTED if it is no CPython >= 3.9. */
MUST_CHECK int python_query(struct arena *arena, const char *executable,
                            const char *python_path, struct python *out_python,
                            struct error *err);

#endif
