/* Text in the arena of a conversion. */
#ifndef INSULATE_CONVERT_ARENA_TEXT_H
#define INSULATE_CONVERT_ARENA_TEXT_H

#include "convert/conversion.h"

/* Formatted. */
#define TEXT(c, ...) arena_format((c)->arena, __VA_ARGS__)

/* Bytes [BEGIN, END) of FILE, as a string. */
char *text_of(const struct conversion *c, const struct source_file *file,
              uint32_t begin, uint32_t end);

#endif
