/* What rewriting has done that a later pass asks for: who does it says so here, and nobody
 * looks for it in the edits. */
#ifndef INSULATE_CONVERT_REWRITE_RECORDS_H
#define INSULATE_CONVERT_REWRITE_RECORDS_H

#include "convert/rewrite/rewriter.h"

struct records *records_new(struct arena *arena);

/* The text written for [begin, end) of FILE uses the state, which the tree does not tell:
 * no variable that moves is mentioned there, and no function that takes the state. */
void record_state_use(struct rewriter *r, const struct source_file *file,
                      uint32_t begin, uint32_t end);

struct state_use {
    const struct source_file *file;
    uint32_t begin, end;
};

/* All of them, in the order of their recording. */
const struct state_use *recorded_state_uses(const struct rewriter *r, size_t *out_n);

#endif
