#ifndef INSULATE_CONVERT_FACTS_INACTIVE_MACRO_TEXT_H
#define INSULATE_CONVERT_FACTS_INACTIVE_MACRO_TEXT_H

#include "base/arena.h"
#include "model/source.h"

/* What stands for EXPANSION, of a macro of the project, after one step: as text with INDENT
 * in front of its lines, and where the use ends.  NULL: its arguments are not understood. */
const char *macro_expanded(struct arena *arena, const struct expansion *expansion,
                           const char *indent, uint32_t *out_end);

#endif
