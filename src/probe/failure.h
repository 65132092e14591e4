/* What is made to fail in the extension: one of its allocations, or one of its calls of
 * the C API. */
#ifndef INSULATE_PROBE_FAILURE_H
#define INSULATE_PROBE_FAILURE_H

#include <stdint.h>

struct failure {
    long allocation; /* its number, from 1; 0: none */
    long site;       /* of fallible_calls, if no allocation is to fail; -1: none */
};

/* From now on it fails. */
void failure_begin(const struct failure *failure);

/* Nothing fails any more.  Returns where something has failed, or 0; *out_n (may be NULL)
 * gets how many allocations were counted. */
uintptr_t failure_end(long *out_n);

/* Where something has failed since failure_begin, or 0.  Signal-safe. */
uintptr_t failure_place(void);

/* Reports what has failed, if anything has.  Signal-safe. */
void failure_report(void);

/* The same of what failed at a place, after failure_end. */
void failure_report_at(uintptr_t place);

#endif
