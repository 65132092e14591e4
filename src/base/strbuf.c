#include "base/strbuf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/character.h"

char strbuf_empty[1] = "";

void
strbuf_init(struct strbuf *buf)
{
    buf->text = strbuf_empty;
    buf->size = 0;
    buf->capacity = 0;
}

void
strbuf_done(struct strbuf *buf)
{
    if (buf->capacity != 0) {
        free(buf->text);
    }
    strbuf_init(buf);
}

static void
make_room(struct strbuf *buf, size_t more)
{
    if (more > (size_t)-1 / 4 || buf->size > (size_t)-1 / 4) {
        memory_exhausted();
    }
    size_t wanted = buf->size + more + 1;
    if (wanted <= buf->capacity) {
        return;
    }
    size_t capacity = buf->capacity ? buf->capacity : 64;
    while (capacity < wanted) {
        capacity *= 2;
    }
    buf->text = memory_resize(buf->capacity ? buf->text : NULL, capacity);
    buf->capacity = capacity;
    buf->text[buf->size] = '\0';
}

void
strbuf_add(struct strbuf *buf, const char *bytes, size_t size)
{
    if (size == 0) {
        return;
    }
    make_room(buf, size);
    memcpy(buf->text + buf->size, bytes, size);
    buf->size += size;
    buf->text[buf->size] = '\0';
}

void
strbuf_add_string(struct strbuf *buf, const char *string)
{
    strbuf_add(buf, string, strlen(string));
}

void
strbuf_add_char(struct strbuf *buf, char c)
{
    strbuf_add(buf, &c, 1);
}

void
strbuf_vformat(struct strbuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size <= 0) {
        return;
    }
    make_room(buf, (size_t)size);
    vsnprintf(buf->text + buf->size, (size_t)size + 1, format, args);
    buf->size += (size_t)size;
}

void
strbuf_format(struct strbuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vformat(buf, format, args);
    va_end(args);
}

/* Controls of the terminal (C0, C1), of the direction of text, of lines, and what takes
 * no room. */
static bool
is_hidden(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0xad || code == 0x61c
           || code == 0x180e || (code >= 0x200b && code <= 0x200f)
           || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f)
           || code == 0xfeff || (code >= 0xfff9 && code <= 0xfffb)
           || (code >= 0xe0000 && code <= 0xe007f);
}

void
strbuf_add_visible(struct strbuf *buf, const char *text, size_t size, const char *kept)
{
    for (size_t i = 0; i < size;) {
        unsigned code = 0;
        size_t n = character_decode(text + i, size - i, &code);
        if (n == 0) {
            strbuf_format(buf, "\\x%02x", (unsigned char)text[i]);
            n = 1;
        }
        else if (!is_hidden(code) || (code < 0x80 && code != 0 && strchr(kept, (int)code)))
        {
            strbuf_add(buf, text + i, n);
        }
        else if (code < 0x80) {
            strbuf_format(buf, "\\x%02x", code);
        }
        else {
            strbuf_format(buf, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
        }
        i += n;
    }
}

void
strbuf_add_visible_json(struct strbuf *buf, const char *json)
{
    size_t size = strlen(json);
    for (size_t i = 0; i < size;) {
        unsigned code = 0;
        size_t n = character_decode(json + i, size - i, &code);
        if (n == 0 || !is_hidden(code) || code == '\n') {
            n = n != 0 ? n : 1;
            strbuf_add(buf, json + i, n);
        }
        else if (code > 0xffff) {
            strbuf_format(buf, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10),
                          0xdc00 + ((code - 0x10000) & 0x3ff));
        }
        else {
            strbuf_format(buf, "\\u%04x", code);
        }
        i += n;
    }
}

char *
strbuf_detach(struct strbuf *buf)
{
    make_room(buf, 0);
    char *text = buf->text;
    strbuf_init(buf);
    return text;
}

bool
string_equal(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool
string_starts(const char *string, const char *prefix)
{
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

bool
string_ends(const char *string, const char *suffix)
{
    size_t size = strlen(string);
    size_t end = strlen(suffix);
    return size >= end && strcmp(string + size - end, suffix) == 0;
}

static bool
is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool
string_has_word(const char *string, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(string, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == string || !is_of_word(at[-1])) && !is_of_word(at[size])) {
            return true;
        }
    }
    return false;
}

bool
string_has_one_of(const char *string, const char *const *words, size_t n_words)
{
    for (const char *at = string; *at != '\0';) {
        const char *first = at;
        while (is_of_word(*at)) {
            at++;
        }
        size_t size = (size_t)(at - first);
        for (size_t i = 0; size != 0 && i < n_words; i++) {
            if (words[i][0] == first[0] && strncmp(words[i], first, size) == 0
                && words[i][size] == '\0')
            {
                return true;
            }
        }
        at += size == 0;
    }
    return false;
}
