/* The statements of a text, each put on lines of its own: only blanks change. */
#ifndef INSULATE_CONVERT_TEXT_STATEMENTS_H
#define INSULATE_CONVERT_TEXT_STATEMENTS_H

#include "base/strbuf.h"

struct statement_lines {
    const char *indent; /* of all lines, and then */
    const char *unit;   /* this, for each level */
    unsigned level;     /* of the first; a label stands one lower */
    const char *newline;
    size_t width; /* columns; 0: no limit */
};

/* Behind the string or character that begins at I. */
size_t skip_literal(const char *text, size_t size, size_t i);

/* The number of statements of TEXT, what braces hold not counted; 0 if it has none, or
 * directives, or anything else by which it is not clear where they end. */
size_t statements_count(const char *text, size_t size);

/* Where the statement begins that the one at BEGIN is followed by, or SIZE. */
size_t statements_next(const char *text, size_t size, size_t begin);

/* Does TEXT begin with a statement that holds others? */
bool statements_has_parts(const char *text, size_t size);

/* Append the statements of TEXT, each on a line; one with blocks that is wider takes
 * several.  Returns 0; -1 if they are not clear, and OUT is as it was. */
int statements_add(struct strbuf *out, const char *text, size_t size,
                   const struct statement_lines *lines);

#endif
