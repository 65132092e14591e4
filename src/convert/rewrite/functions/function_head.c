/* The head of a function, its parameters and where its body begins. */
#include "convert/rewrite/functions/function_head.h"

#include <string.h>

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

bool
parameter_range(const struct declaration *declaration, size_t i, uint32_t *out_begin,
                uint32_t *out_end)
{
    const struct source_file *file = declaration->file;
    size_t open = token_after(file, token_at(file, declaration->name));
    if (!token_is(file, open, "(")) {
        return false;
    }
    size_t close = token_closing(file, open);
    size_t first = token_after(file, open);
    size_t n = 0;
    for (size_t k = first; k < file->n_tokens && k <= close; k = token_after(file, k)) {
        if (token_is(file, k, "(") || token_is(file, k, "[")) {
            k = token_closing(file, k);
            if (k >= file->n_tokens) {
                return false;
            }
            continue;
        }
        if (k == close || token_is(file, k, ",")) {
            if (n == i && first < k) {
                size_t last = token_before(file, k);
                *out_begin = file->tokens[first].begin;
                *out_end = file->tokens[last].end;
                return true;
            }
            n++;
            first = token_after(file, k);
        }
    }
    return false;
}

const char *
parameter_name(struct conversion *c, const struct function *function, size_t i,
               const char *fallback)
{
    const struct declaration *declaration = function_definition(function);
    uint32_t begin, end;

    if (declaration == NULL || declaration->from_macro || function->made_by != NULL) {
        return i < function->n_parameters && *function->parameters[i]->name != '\0'
                   ? function->parameters[i]->name
                   : fallback;
    }
    if (!parameter_range(declaration, i, &begin, &end)) {
        return NULL;
    }
    const struct source_file *file = declaration->file;
    for (size_t k = token_at(file, begin);
         k < file->n_tokens && file->tokens[k].begin < end; k = token_after(file, k))
    {
        if (token_is(file, k, "Py_UNUSED")) {
            size_t open = token_after(file, k), close = token_closing(file, open);
            if (close >= file->n_tokens) {
                return NULL;
            }
            const char *name = token_text(c, file, token_after(file, open));
            change(c, file, file->tokens[k].begin, file->tokens[close].end, name,
                   "the parameter is used now");
            return name;
        }
    }
    const char *name = i < function->n_parameters ? function->parameters[i]->name : "";
    if (*name != '\0') {
        return name;
    }
    change(c, file, end, end,
           TEXT(c, "%s%s", file->text[end - 1] == '*' ? "" : " ", fallback),
           "the parameter is used now");
    return fallback;
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
