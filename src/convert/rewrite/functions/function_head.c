/* The head of a function, its parameters and where its body begins. */
#include "convert/rewrite/functions/function_head.h"

#include <string.h>

#include "convert/facts/parameters.h"
#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"

uint32_t
argument_place(const struct source_file *file, size_t open)
{
    uint32_t behind = file->tokens[open].end;
    size_t first = token_after(file, open);
    if (first >= file->n_tokens || token_is(file, first, ")")
        || file->tokens[first].directive != file->tokens[open].directive
        || memchr(file->text + behind, '\n', file->tokens[first].begin - behind)
               == NULL)
    {
        return behind;
    }
    return file->tokens[first].begin;
}

const char *
parameter_name(struct conversion *c, const struct function *function, size_t i,
               const char *fallback)
{
    struct parameter_naming naming = parameter_naming_of(c, function, i, fallback);
    if (naming.text != NULL) {
        change(c, naming.file, naming.begin, naming.end, naming.text,
               "the parameter is used now");
    }
    return naming.name;
}

const char *
body_text(const struct conversion *c, const struct source_file *file, size_t i,
          const char *text, uint32_t *out_place)
{
    uint32_t place = file->tokens[i].end;
    size_t next = i + 1;

    while (next < file->n_tokens && file->tokens[next].directive != 0) {
        next++;
    }
    *out_place = place;
    bool is_behind_comment =
        next < file->n_tokens && file->tokens[next].begin < line_end(file, place);
    if (is_behind_comment && file->tokens[next].kind != TOKEN_COMMENT) {
        return TEXT(c, " %s", text);
    }
    while (next < file->n_tokens && file->tokens[next].begin < line_end(file, place)) {
        next++;
    }
    const char *indent =
        next < file->n_tokens ? indent_at(c, file, file->tokens[next].begin) : "";
    if (*indent == '\0') {
        indent = style_of(c, file)->indent;
    }
    if (is_behind_comment) {
        *out_place = line_end(file, place) - 1;
    }
    return TEXT(c, "\n%s%s", indent, text);
}

void
begin_body(struct conversion *c, const struct source_file *file, size_t i,
           const char *text, const char *reason)
{
    uint32_t place;
    text = body_text(c, file, i, text, &place);
    change(c, file, place, place, text, reason);
}

void
add_parameter(struct conversion *c, const struct source_file *file, size_t open,
              const char *parameter)
{
    size_t first = token_after(file, open);
    if (token_is(file, first, "void") && token_is(file, token_after(file, first), ")"))
    {
        change(c, file, file->tokens[first].begin, file->tokens[first].end, parameter,
               "the caller hands over the state");
        return;
    }
    uint32_t place = argument_place(file, open);
    change(c, file, place, place,
           token_is(file, first, ")") ? parameter : TEXT(c, "%s, ", parameter),
           "the caller hands over the state");
}
