#ifndef INSULATE_CONVERT_TEXT_REFLOW_H
#define INSULATE_CONVERT_TEXT_REFLOW_H

#include "base/arena.h"
#include "base/strbuf.h"

struct reflow_request {
    const char *old; /* the file as it was */
    size_t old_size;
    const char *model; /* one whose lines show how wide they may be, how they are broken */
    size_t model_size;
    const char *unit; /* one level of indentation */
};

/* Append TEXT to OUT with its lines that are new and too wide broken. */
void convert_reflow(struct arena *arena, const struct reflow_request *request,
                    const char *text, size_t size, struct strbuf *out);

#endif
