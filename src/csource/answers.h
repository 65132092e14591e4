/* What other programs say: a Python of its headers, gcc of its own. */
#ifndef INSULATE_CSOURCE_ANSWERS_H
#define INSULATE_CSOURCE_ANSWERS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* How long an answer is taken for that of today: pyenv's python3 is another one as soon as a
 * file says so, and a server runs for days. */
enum { ANSWER_SECONDS = 60 };

/* Set *OUT_TEXT to what ARGV (NULL-terminated) prints, in ARENA, or to NULL if it does not
 * exit with status 0.  In one folder the same words are asked once in ANSWER_SECONDS: a
 * Python takes longer to start than a source to be read, and each configuration asks.
 * Errors: the program cannot be started. */
MUST_CHECK int program_answer(struct arena *arena, const char *const *argv,
                              char **out_text, struct error *err);

#endif
