#include "base/character.h"

#include <stdbool.h>

#include "base/macros.h"

struct span {
    unsigned first, last;
};

#define COMBINING(first, last) {first, last},
static const struct span combining[] = {
#include "base/character_widths.inc"
};
#undef COMBINING

#define WIDE(first, last) {first, last},
static const struct span wide[] = {
#include "base/character_widths.inc"
};
#undef WIDE

size_t
character_decode(const char *text, size_t left, unsigned *out_code)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t size = bytes[0] < 0x80                        ? 1
                  : bytes[0] >= 0xc2 && bytes[0] <= 0xdf ? 2
                  : (bytes[0] & 0xf0) == 0xe0            ? 3
                  : bytes[0] >= 0xf0 && bytes[0] <= 0xf4 ? 4
                                                         : 0;
    if (size == 0 || size > left) {
        return 0;
    }
    unsigned code = size == 1 ? bytes[0] : bytes[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (bytes[i] & 0x3f);
    }
    bool is_too_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    if (is_too_long || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
        return 0;
    }
    *out_code = code;
    return size;
}

static bool
is_in(const struct span *spans, size_t n, unsigned code)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code > spans[middle].last) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low < n && code >= spans[low].first;
}

unsigned
character_width(unsigned code)
{
    if (code < combining[0].first) {
        return 1;
    }
    return is_in(combining, ARRAY_LENGTH(combining), code) ? 0
           : is_in(wide, ARRAY_LENGTH(wide), code)         ? 2
                                                           : 1;
}

size_t
text_width(const char *text, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size;) {
        unsigned code = 0;
        size_t n = character_decode(text + i, size - i, &code);
        width += n == 0 ? 1 : character_width(code);
        i += n == 0 ? 1 : n;
    }
    return width;
}
