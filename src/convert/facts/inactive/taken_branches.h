/* Branches of the preprocessor that the conversion takes another way: a unit that did not
 * include Python.h gets that for the module state, and with it the macros of pyconfig.h. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_TAKEN_BRANCHES_H
#define INSULATE_CONVERT_FACTS_INACTIVE_TAKEN_BRANCHES_H

#include "model/source.h"

/* A directive: #if, #ifdef, #ifndef or #elif. */
struct branch {
    const struct source_file *file;
    uint32_t begin, end; /* of its line */
    bool is_taken;
};

/* The first branch of BEFORE that AFTER takes and BEFORE did not, or the other way round, in a
 * file that Python.h was not in before.  One that only defines the name that it asks for, or
 * only includes headers of the system, does not count. */
bool branch_changed(const struct source *before, const struct source *after,
                    struct branch *out);

#endif
