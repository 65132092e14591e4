/* Branches of #if that a build leaves out, taken all the same: their conditions are written
 * as 0 or 1, so that no header of another system or Python is needed. */
#ifndef INSULATE_EXTENSION_FORCED_BRANCHES_H
#define INSULATE_EXTENSION_FORCED_BRANCHES_H

#include "extension/conditional.h"
#include "model/edit.h"

/* A condition by its text, with blanks between its tokens and without what negates it. */
struct forced_condition {
    const char *text;
    bool is_true;
};

/* Conditions that are forced together. */
struct forced_branch {
    struct forced_condition *conditions;
    size_t n_conditions, capacity;
    const struct source_file **files; /* that hold the branches */
    size_t n_files, files_capacity;
    size_t n_branches; /* that this takes */
    bool is_touched;   /* edits are in its #if … #endif */
};

struct forced_branches {
    struct forced_branch *items;
    size_t n_items, capacity;
};

/* The branches of SOURCE, one each, that its build does not take, that some Python for which
 * CONDITIONS are may, and whose #if … #endif EDITS touch, or name a macro of, or that hold
 * members of a struct.  Those that EDITS touch come first.  Not of a guard around a whole file. */
struct forced_branches forced_branches_find(struct arena *arena,
                                            const struct source *source,
                                            const struct conditions *conditions,
                                            const struct edits *edits);
/* The same of those that may declare data which lives as long as the process. */
struct forced_branches forced_branches_of_data(struct arena *arena,
                                               const struct source *source,
                                               const struct conditions *conditions);
/* The same with all that do not contradict joined. */
struct forced_branches forced_branches_join(struct arena *arena,
                                            const struct forced_branches *branches);
/* Does WHOLE, of forced_branches_join, take BRANCH? */
bool forced_branch_has(const struct forced_branch *whole,
                       const struct forced_branch *branch);
/* "HAVE_X defined and not A > 1": what FORCED takes for granted, in words. */
const char *forced_branch_words(struct arena *arena, const struct forced_branch *forced);
/* FILE's text with the conditions of FORCED, all else at its place; NULL: it has none. */
const char *forced_text(struct arena *arena, const struct source_file *file,
                        const struct forced_branch *forced);

#endif
