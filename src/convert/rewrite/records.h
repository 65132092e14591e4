/* What rewriting has done that a later pass asks for: who does it says so here, and nobody
 * looks for it in the edits. */
#ifndef INSULATE_CONVERT_REWRITE_RECORDS_H
#define INSULATE_CONVERT_REWRITE_RECORDS_H

#include "convert/rewrite/rewriter.h"

/* What is done to a function or a variable once, however many types share it. */
enum deed {
    DEED_REFUSES_REDUCE, /* the method table refuses the old protocols of pickling */
};

struct records *records_new(struct arena *arena);

/* Record DEED for SUBJECT, and DETAIL of it, if not NULL; false: it was already. */
bool record_deed(struct rewriter *r, enum deed deed, const void *subject,
                 const char *detail);
bool deed_is_recorded(const struct rewriter *r, enum deed deed, const void *subject);

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
