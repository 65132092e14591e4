#include "csource/raw_text.h"

#include <stdbool.h>
#include <stdint.h>

enum { PRIVATE = 0x10f700 }; /* and the byte, from 0x80 on: in a private use plane */

/* Bytes of the character that the SIZE bytes at TEXT begin with; 0 if they begin with
 * none (RFC 3629). */
static size_t
character_size(const unsigned char *text, size_t size, uint32_t *out_character)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = text[0] < 0x80             ? 1
               : (text[0] & 0xe0) == 0xc0 ? 2
               : (text[0] & 0xf0) == 0xe0 ? 3
               : (text[0] & 0xf8) == 0xf0 ? 4
                                          : 0;
    if (n == 0 || n > size) {
        return 0;
    }
    uint32_t character = n == 1 ? text[0] : text[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        character = character << 6 | (text[i] & 0x3f);
    }
    bool is_surrogate = character >= 0xd800 && character < 0xe000;
    *out_character = character;
    return character < smallest[n] || is_surrogate || character > 0x10ffff ? 0 : n;
}

static bool
is_private(uint32_t character)
{
    return character >= PRIVATE + 0x80 && character <= PRIVATE + 0xff;
}

static void
add_private(struct strbuf *out, unsigned char byte)
{
    uint32_t character = PRIVATE + byte;
    strbuf_add_char(out, (char)(0xf0 | character >> 18));
    strbuf_add_char(out, (char)(0x80 | (character >> 12 & 0x3f)));
    strbuf_add_char(out, (char)(0x80 | (character >> 6 & 0x3f)));
    strbuf_add_char(out, (char)(0x80 | (character & 0x3f)));
}

void
raw_text_encode(const char *text, size_t size, struct strbuf *out)
{
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < size;) {
        uint32_t character = 0;
        size_t n = character_size(bytes + i, size - i, &character);
        if (n == 0 || is_private(character)) {
            add_private(out, bytes[i++]);
        }
        else {
            strbuf_add(out, text + i, n);
            i += n;
        }
    }
}

void
raw_text_decode(const char *text, size_t size, struct strbuf *out)
{
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < size;) {
        uint32_t character = 0;
        size_t n = character_size(bytes + i, size - i, &character);
        if (n != 0 && is_private(character)) {
            strbuf_add_char(out, (char)(character - PRIVATE));
        }
        else {
            n = n == 0 ? 1 : n;
            strbuf_add(out, text + i, n);
        }
        i += n;
    }
}
