/* The result of a conversion, read again: it must parse, and no check may find what it did
 * not find before. */
#ifndef INSULATE_CONVERT_VERIFICATION_H
#define INSULATE_CONVERT_VERIFICATION_H

#include "convert/preparation/readings.h"

struct verification {
    const struct source *before; /* as it was converted */
    const struct source *after;
    const struct prepared *prepared;
    const struct findings *known; /* of the checks, before */
    const struct edits *edits;    /* that led from one to the other */
};

/* The first thing that did not parse of AFTER and did of BEFORE, or NULL. */
const struct source_problem *source_new_problem(const struct source *before,
                                                const struct source *after);
/* What is wrong with the result, and the real path of the file ("": of none) that it is wrong
 * in. */
struct verification_fault {
    const char *path, *message;
};

struct verification_faults {
    struct verification_fault *items;
    size_t n_items, capacity;
};

void verification_add_fault(struct arena *arena, struct verification_faults *faults,
                            const char *path, const char *message);
/* Add what does not compile any more. */
void verification_problems(struct arena *arena, const struct verification *v,
                           struct verification_faults *out);
/* Add those of FINDINGS, those of the checks after, that are the conversion's doing; the
 * others, but notes, are copied to KEPT. */
void verification_findings(struct arena *arena, const struct verification *v,
                           const struct findings *findings, struct findings *kept,
                           struct verification_faults *out);

#endif
