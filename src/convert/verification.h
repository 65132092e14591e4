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
/* The file that does not compile any more, and what is to be said of it; NULL: all do. */
const char *verification_problem(struct arena *arena, const struct verification *v,
                                 const char **out_message);
/* The file with a fault among FINDINGS, those of the checks after, that is the conversion's
 * doing ("": of no file), and what is to be said of it; NULL: there is none. */
const char *verification_finding(struct arena *arena, const struct verification *v,
                                 const struct findings *findings,
                                 const char **out_message);

#endif
