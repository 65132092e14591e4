#ifndef INSULATE_CONVERT_TEXT_REFLOW_H
#define INSULATE_CONVERT_TEXT_REFLOW_H

#include "base/arena.h"
#include "base/strbuf.h"

/* Append TEXT to OUT with its lines that are new and too wide broken; OLD is the file as
 * it was, MODEL one whose lines show how wide they may be and how they are broken. */
void convert_reflow(struct arena *arena, const char *old, size_t old_size,
                    const char *model, size_t model_size, const char *text, size_t size,
                    struct strbuf *out);

#endif
