/* Pieces of the HTML page: no text of anybody's is more than text in it. */
#ifndef INSULATE_REPORT_HTML_TEXT_H
#define INSULATE_REPORT_HTML_TEXT_H

#include "base/strbuf.h"

extern const char html_style[]; /* page.css */

enum html_tone { TONE_NONE, TONE_GOOD, TONE_FAIR, TONE_BAD };

/* Append TEXT: between tags, or in a quoted attribute. */
void html_add(struct strbuf *out, const char *text);

/* The same as code, on one line, or on several that end behind the parts of a name. */
void html_add_code(struct strbuf *out, const char *text);

/* Lines as they are; those of a DIFF are marked. */
void html_add_lines(struct strbuf *out, const char *text);
void html_add_diff(struct strbuf *out, const char *diff);

/* A word with a colour; the word says what the colour says. */
void html_add_mark(struct strbuf *out, enum html_tone tone, const char *word);

#endif
