/* Rewriting: what is known and decided is constant; what is written is all that changes. */
#ifndef INSULATE_CONVERT_REWRITE_REWRITER_H
#define INSULATE_CONVERT_REWRITE_REWRITER_H

#include "convert/conversion.h"
#include "convert/rewrite/requirements.h"
#include "model/edit.h"

struct records;

/* How a function finds the state, and the block that this stands in. */
struct lookup {
    const char *text; /* NULL: it does not */
    const struct node *block;
};

struct rewriter {
    const struct conversion *plan;
    struct conversion *late; /* the same, for what is decided while rewriting, still */
    struct edits edits;
    struct requirements required;
    struct records *records; /* records.c */
    struct lookup *lookups;   /* by function id: functions.c, lookup_placement.c */
    const char **given_texts; /* of fields given at run time, by number */
    const char **added_flags; /* of types, by variable id; NULL: not edited */
    bool has_exec;            /* something is left to do when it is executed: init.c */
    size_t n_head_lines;      /* of exec's body, with its brace: the state, and what it
                                  begins with; 0: none */
    bool is_header;           /* the state is in a header: state.c */

    /* In the stage that moves the state only: the same module rewritten to its end. */
    const struct rewriter *whole;

    /* As PLAN has them: */
    const struct source *source;
    const struct convert_options *options;
    struct arena *arena;
};

/* Nothing is rewritten yet of what C plans. */
void rewriter_init(struct rewriter *r, struct conversion *c);

#endif
