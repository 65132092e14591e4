/* Arguments of macros: the parameter that gets one, and whether the macro makes a text or a name
 * of it, in which what stands in its place would stand, too. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_ARGUMENTS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_ARGUMENTS_H

#include "base/arena.h"
#include "model/source.h"

/* [BEGIN, END) of FILE is all of an argument of the innermost macro that is used there: the
 * parameter for it, and the macro; NULL: it is not. */
const char *argument_parameter(struct arena *arena, const struct source *source,
                               const struct source_file *file, uint32_t begin,
                               uint32_t end, const struct macro **out_macro);
/* Is the word at BEGIN of FILE, compiled or not, in an argument that a macro, or another one that
 * gets it from there, has beside # or ##? */
bool word_is_spelled(struct arena *arena, const struct source *source,
                     const struct source_file *file, uint32_t begin);
/* Is [BEGIN, END) an argument of a macro of the project that makes nothing else of it:
 * NAME(check) for `str_ ## N`? */
bool word_is_only_spelled(struct arena *arena, const struct source *source,
                          const struct source_file *file, uint32_t begin, uint32_t end);

#endif
