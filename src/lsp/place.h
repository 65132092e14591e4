/* Places as the protocol counts them: lines and code units from 0. */
#ifndef INSULATE_LSP_PLACE_H
#define INSULATE_LSP_PLACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* What a character counts: the negotiated position encoding. */
enum encoding { ENCODING_UTF16, ENCODING_UTF8 };

/* A text and where its lines begin: behind "\n", "\r\n" or "\r". */
struct lined_text {
    const char *text; /* borrowed */
    size_t size;
    const size_t *lines;
    size_t n_lines; /* at least 1 */
};

struct lined_text lined_text(struct arena *arena, const char *text, size_t size);
/* The byte at line LINE, character CHARACTER: as the protocol has it, the end of the line
 * or of the text if that has no such place. */
size_t place_offset(const struct lined_text *text, enum encoding encoding, size_t line,
                    size_t character);
/* The same for a Position.  Returns -1 if VALUE is none. */
int position_offset(const struct lined_text *text, enum encoding encoding,
                    const json_t *value, size_t *out_offset);
/* The Position of byte OFFSET (owned). */
json_t *position_of(const struct lined_text *text, enum encoding encoding, size_t offset);
/* The Range of bytes [BEGIN, END) (owned). */
json_t *range_of(const struct lined_text *text, enum encoding encoding, size_t begin,
                 size_t end);
/* Is A, a Position, not behind B? */
bool position_is_not_behind(const json_t *a, const json_t *b);

#endif
