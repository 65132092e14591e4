#include "base/strbuf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

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
