/* Characters of Unicode, as bytes and on a terminal. */
#ifndef INSULATE_BASE_CHARACTER_H
#define INSULATE_BASE_CHARACTER_H

#include <stddef.h>

/* The code point at TEXT, of at most LEFT bytes, and its size; 0: no UTF-8 (RFC 3629). */
size_t character_decode(const char *text, size_t left, unsigned *out_code);
/* How many columns of a terminal CODE takes, which is no control character: 0, 1 or 2. */
unsigned character_width(unsigned code);
/* The columns of the SIZE bytes of TEXT; what is no UTF-8 counts one a byte. */
size_t text_width(const char *text, size_t size);

#endif
