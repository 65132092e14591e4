/* Rewriting: what is known and decided is constant; what is written is all that changes. */
#ifndef INSULATE_CONVERT_REWRITE_REWRITER_H
#define INSULATE_CONVERT_REWRITE_REWRITER_H

#include "convert/conversion.h"
#include "convert/rewrite/requirements.h"
#include "model/edit.h"

struct records;

struct rewriter {
    const struct conversion *plan;
    struct conversion *late; /* the same, for what is decided while rewriting, still */
    struct edits edits;
    struct requirements required;
    struct records *records; /* records.c */

    /* As PLAN has them: */
    const struct source *source;
    const struct convert_options *options;
    struct arena *arena;
};

/* Nothing is rewritten yet of what C plans. */
void rewriter_init(struct rewriter *r, struct conversion *c);

#endif
