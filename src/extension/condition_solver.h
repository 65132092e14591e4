/* Which defines have a branch of #if taken. */
#ifndef INSULATE_EXTENSION_CONDITION_SOLVER_H
#define INSULATE_EXTENSION_CONDITION_SOLVER_H

#include "extension/condition.h"

enum { DEMANDED_MOST = 64 };

/* One condition, and what it has to be. */
struct demanded {
    size_t hash; /* token of its directive's '#' */
    enum truth truth;
};

/* All conditions around a place: of each #if the last one read holds, those before it
 * do not. */
struct demand {
    struct arena *arena;
    const struct source_file *file;
    const struct definitions *definitions; /* of the project, up to the place */
    struct demanded tests[DEMANDED_MOST];
    size_t n_tests;
};

/* Settings under which all of DEMAND holds whatever else is unknown, none of them
 * superfluous; none at all if there are none within the limits.  Exact for conditions
 * that compare single names with numbers. */
struct macro_settings demand_solve(const struct demand *demand,
                                   const struct build *build);

#endif
