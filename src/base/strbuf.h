/* A growing string.  Invariant: `text` is never NULL and ends with NUL. */
#ifndef INSULATE_BASE_STRBUF_H
#define INSULATE_BASE_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/macros.h"

struct strbuf {
    char *text;      /* borrowed until the next change */
    size_t size;     /* bytes, without the NUL */
    size_t capacity; /* bytes allocated; 0: text is a constant */
};

extern char strbuf_empty[1];
#define STRBUF_INIT {strbuf_empty, 0, 0}

void strbuf_init(struct strbuf *buf);
/* Free what the buffer holds; it is empty and usable afterwards. */
void strbuf_done(struct strbuf *buf);
void strbuf_add(struct strbuf *buf, const char *bytes, size_t size);
void strbuf_add_string(struct strbuf *buf, const char *string);
void strbuf_add_char(struct strbuf *buf, char c);
void strbuf_format(struct strbuf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
void strbuf_vformat(struct strbuf *buf, const char *format, va_list args)
    PRINTF_LIKE(2, 0);
/* Append SIZE bytes of a foreign TEXT so that a terminal shows them and obeys none:
 * control characters, those that change the direction of text or cannot be seen, and bytes
 * that are no UTF-8 become \x1b or \u202e.  Characters of KEPT stay as they are. */
void strbuf_add_visible(struct strbuf *buf, const char *text, size_t size,
                        const char *kept);
/* The same for JSON, valid UTF-8, whose only raw control characters are newlines between
 * its parts: what it says stays equal. */
void strbuf_add_visible_json(struct strbuf *buf, const char *json);
/* Returns the text (owned; free), the buffer is empty afterwards. */
char *strbuf_detach(struct strbuf *buf);

bool string_equal(const char *a, const char *b); /* NULL equals only NULL */
bool string_starts(const char *string, const char *prefix);
bool string_ends(const char *string, const char *suffix);
/* Is WORD, an identifier of C, in STRING, and not as a part of a longer one? */
bool string_has_word(const char *string, const char *word);
/* Is one of the N_WORDS identifiers at WORDS there in the same way? */
bool string_has_one_of(const char *string, const char *const *words, size_t n_words);

#endif
