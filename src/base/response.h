/* Response files of compilers: @FILE stands for the words in FILE. */
#ifndef INSULATE_BASE_RESPONSE_H
#define INSULATE_BASE_RESPONSE_H

#include "base/arena.h"

/* Is given each word (in the arena), in order. */
typedef void response_word(const char *word, void *data);

/* Hand over WORD, or, where it names a response file (of FOLDER, if it is relative) that
 * can be read, the words in that.  One that cannot be read stays, as gcc has it; and so
 * does one that lies below none of ROOTS (real, ended by NULL; itself NULL: all may be
 * read). */
void response_expand(struct arena *arena, const char *folder, const char *const *roots,
                     const char *word, response_word *take, void *data);

#endif
