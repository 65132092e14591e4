/* Findings of what two builds of a module let Python code tell apart. */
#ifndef INSULATE_COMPARE_DIFFERENCES_H
#define INSULATE_COMPARE_DIFFERENCES_H

#include "compare/build.h"
#include "model/finding.h"

struct comparison {
    const struct build *before;
    const struct build *control; /* BEFORE, observed once more */
    const struct build *after;
    int minor; /* of the Python, 13 for 3.13 */
    struct findings *findings;
    size_t n_observations, n_types, n_unstable; /* filled */
};

/* Add a finding of each difference; those that a heap type cannot avoid as one note
 * a type, and one note of each type that was not compared in full. */
void differences_find(struct comparison *comparison);

#endif
