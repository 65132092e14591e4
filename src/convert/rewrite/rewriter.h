/* Rewriting: what is known and decided is constant; what is written is all that changes. */
#ifndef INSULATE_CONVERT_REWRITE_REWRITER_H
#define INSULATE_CONVERT_REWRITE_REWRITER_H

#include "convert/conversion.h"
#include "convert/rewrite/requirements.h"
#include "model/edit.h"

struct records;
struct rewrite_faults;

/* How a function finds the state, and the block that this stands in. */
struct lookup {
    const char *text; /* NULL: it does not */
    const struct node *block;
    const char *opens; /* lines that begin the conditionals around it; NULL: none */
    size_t n_opens;
    bool is_voided; /* a statement uses the state for builds that do not */
};

struct rewriter {
    const struct conversion *plan;
    struct edits edits;
    struct requirements required;
    struct records *records; /* records.c */
    struct rewrite_faults *faults; /* faults.c; NULL: none */
    struct lookup *lookups;   /* by function id: functions.c, lookup_placement.c */
    const char **given_texts; /* of fields given at run time, by number */
    const char **added_flags; /* of types, by variable id; NULL: not edited */
    size_t n_head_lines;      /* of exec's body, with its brace: the state, and what it
                                  begins with; 0: none */

    /* In the stage that moves the state only: the same module rewritten to its end. */
    const struct rewriter *whole;

    /* As PLAN has them: */
    const struct source *source;
    const struct convert_options *options;
    struct arena *arena;
};

/* Nothing is rewritten yet of what C plans. */
void rewriter_init(struct rewriter *r, const struct conversion *c);

#endif
