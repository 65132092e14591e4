#ifndef INSULATE_CONVERT_TEXT_STYLE_H
#define INSULATE_CONVERT_TEXT_STYLE_H

#include "convert/conversion.h"

struct style {
    const char *indent; /* one level */
    const char *newline;
    bool brace_on_own_line;  /* of a function's body */
    bool result_on_own_line; /* "static int" above the function's name */
};

/* "static int" and "f(void)" as the head of a definition, up to and with "{\n". */
char *function_head(const struct conversion *c, const struct source_file *file,
                    const char *result, const char *declarator);

/* The white space that the line of OFFSET begins with. */
char *indent_at(const struct conversion *c, const struct source_file *file,
                uint32_t offset);

char *line_indent(struct arena *arena, const struct source_file *file, uint32_t offset);

/* LINES (each ended by \n) with FILE's indentation unit for each leading tab. */
char *indented(const struct conversion *c, const struct source_file *file,
               const char *lines, const char *prefix);

/* LINES without INDENT at the beginning of each. */
char *dedented(const struct conversion *c, const char *lines, const char *indent);
const struct style *style_of(const struct conversion *c,
                             const struct source_file *file);

/* By file id. */
const struct style *styles_of(struct arena *arena, const struct source *source);

/* Before the first question. */
void style_begin(struct conversion *c);

#endif
