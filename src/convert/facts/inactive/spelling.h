/* Words that a macro makes texts or names of: what stands for them stands in the text. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_SPELLING_H
#define INSULATE_CONVERT_FACTS_INACTIVE_SPELLING_H

#include "base/arena.h"
#include "model/source.h"

/* Is the word at BEGIN of FILE, compiled or not, in an argument that a macro, or another one that
 * gets it from there, has beside # or ##? */
bool word_is_spelled(struct arena *arena, const struct source *source,
                     const struct source_file *file, uint32_t begin);

#endif
