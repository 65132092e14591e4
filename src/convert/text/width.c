#include "convert/text/width.h"

#include <stdbool.h>
#include <string.h>

#include "base/macros.h"

enum {
    FEW_WIDE = 10,       /* lines, and the file is still as narrow; */
    FEW_WIDE_PERCENT = 5 /* or so many of them */
};

size_t
text_columns(const char *text, size_t size)
{
    size_t column = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\t') {
            column += TAB_WIDTH - column % TAB_WIDTH;
        }
        else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            column++; /* not a further byte of UTF-8 */
        }
    }
    return column;
}

/* Does the line end a block that it began? */
static bool
holds_block(const char *line, size_t size)
{
    const char *open = memchr(line, '{', size);
    while (size > 0 && line[size - 1] == ' ') {
        size--;
    }
    return open != NULL && line[size - 1] == '}'
           && memchr(open, ';', (size_t)(line + size - open)) != NULL;
}

/* Few widths, and far from each other: a file must not seem to have another one after
 * the first stage than before it.  Lines with whole blocks do not count: the result
 * does not have all of them. */
size_t
line_width(const char *text, size_t size)
{
    static const struct {
        size_t widest; /* that a line is but rarely */
        size_t width;  /* that new ones are */
    } widths[] = {{80, 79}, {100, 100}, {120, 120}};
    size_t n_wide[ARRAY_LENGTH(widths)] = {0}, n_lines = 0;
    for (size_t i = 0; i < size;) {
        const char *end = memchr(text + i, '\n', size - i);
        size_t length = end != NULL ? (size_t)(end - text) - i : size - i;
        size_t bare = length > 0 && text[i + length - 1] == '\r' ? length - 1 : length;
        size_t line = text_columns(text + i, bare);
        bool counts = !holds_block(text + i, bare);
        for (size_t k = 0; counts && k < ARRAY_LENGTH(widths); k++) {
            n_wide[k] += line > widths[k].widest;
        }
        n_lines++;
        i += length + (end != NULL);
    }
    for (size_t k = 0; k < ARRAY_LENGTH(widths); k++) {
        if (n_wide[k] <= FEW_WIDE || n_wide[k] * 100 <= n_lines * FEW_WIDE_PERCENT) {
            return widths[k].width;
        }
    }
    return 0;
}
