/* Raw C tokens: of the text as it stands, macro bodies and inactive branches
 * included. */
#ifndef INSULATE_CSOURCE_LEXER_H
#define INSULATE_CSOURCE_LEXER_H

#include <stdint.h>

#include "base/arena.h"
#include "model/source.h"

/* Fill text, size, tokens and lines of FILE from SIZE bytes of TEXT (borrowed,
 * NUL behind them).  Any bytes are accepted. */
void lex(struct arena *arena, struct source_file *file, const char *text,
         uint32_t size);

#endif
