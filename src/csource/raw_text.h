/* Text of any bytes as UTF-8 and back: JSON takes nothing else, but file names and words
 * of a build may be any bytes. */
#ifndef INSULATE_CSOURCE_RAW_TEXT_H
#define INSULATE_CSOURCE_RAW_TEXT_H

#include <stddef.h>

#include "base/strbuf.h"

/* Append TEXT as UTF-8: a byte that is none becomes a character of a private range, and
 * so do the bytes of a character of that range. */
void raw_text_encode(const char *text, size_t size, struct strbuf *out);
/* The way back. */
void raw_text_decode(const char *text, size_t size, struct strbuf *out);

#endif
