/* The file's own ways: indentation, braces, newlines, lines. */
#include "convert/text/style.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/text/places.h"

char *
indent_at(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    uint32_t begin = line_begin(file, offset), end = begin;
    while (end < offset && (file->text[end] == ' ' || file->text[end] == '\t')) {
        end++;
    }
    return text_of(c, file, begin, end);
}

/* The indentation of the first line inside a function's body, if the function has
 * one of its own. */
static char *
body_indent(const struct conversion *c, const struct function *function)
{
    const struct node *body = function->body;
    if (body == NULL || body->origin != ORIGIN_FILE || body->first == NULL
        || body->first->origin != ORIGIN_FILE)
    {
        return NULL;
    }
    uint32_t first = body->first->begin;
    if (line_begin(body->file, first) <= body->begin) {
        return NULL;
    }
    char *indent = indent_at(c, body->file, first);
    return *indent != '\0' && strlen(indent) <= 8 ? indent : NULL;
}

static const struct style *
read_style(const struct conversion *c, const struct source_file *file)
{
    struct style *style = ARENA_NEW(c->arena, struct style);
    size_t n_functions = 0, n_own_brace = 0, n_own_result = 0;

    style->indent = NULL;
    const char *newline = memchr(file->text, '\n', file->size);
    style->newline =
        newline != NULL && newline > file->text && newline[-1] == '\r' ? "\r\n" : "\n";
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *declaration = function_definition(function);
        if (function->file != file || declaration == NULL || declaration->from_macro
            || function->body == NULL)
        {
            continue;
        }
        n_functions++;
        n_own_brace += line_begin(file, function->body->begin) > declaration->name;
        n_own_result += line_begin(file, declaration->name) > declaration->begin;
        if (style->indent == NULL) {
            style->indent = body_indent(c, function);
        }
    }
    if (style->indent == NULL) {
        style->indent = "    ";
    }
    style->brace_on_own_line = 2 * n_own_brace >= n_functions;
    style->result_on_own_line = 2 * n_own_result >= n_functions;
    return style;
}

void
style_begin(struct conversion *c)
{
    c->styles = ARENA_ARRAY(c->arena, const struct style *, c->source->n_files);
}

const struct style *
style_of(const struct conversion *c, const struct source_file *file)
{
    const struct style **style = &c->styles[file->id];
    if (*style == NULL) {
        *style = read_style(c, file);
    }
    return *style;
}

char *
indented(const struct conversion *c, const struct source_file *file, const char *lines,
         const char *prefix)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const char *unit = style_of(c, file)->indent;

    while (*lines != '\0') {
        const char *end = strchr(lines, '\n');
        size_t size = end != NULL ? (size_t)(end - lines) : strlen(lines);
        size_t level = 0;
        if (size > 0 && lines[0] != '#') {
            strbuf_add_string(&out, prefix);
        }
        while (level < size && lines[level] == '\t') {
            strbuf_add_string(&out, unit);
            level++;
        }
        strbuf_add(&out, lines + level, size - level);
        if (end != NULL) {
            strbuf_add_char(&out, '\n');
        }
        lines += size + (end != NULL);
    }
    return arena_copy(c->arena, out.text, out.size);
}

char *
dedented(const struct conversion *c, const char *lines, const char *indent)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t width = strlen(indent);
    while (*lines != '\0') {
        const char *newline = strchr(lines, '\n');
        size_t size = newline != NULL ? (size_t)(newline - lines) + 1 : strlen(lines);
        size_t skipped = size > width && strncmp(lines, indent, width) == 0 ? width : 0;
        strbuf_add(&out, lines + skipped, size - skipped);
        lines += size;
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

char *
function_head(const struct conversion *c, const struct source_file *file,
              const char *result, const char *declarator)
{
    const struct style *style = style_of(c, file);
    bool is_pointer = result[strlen(result) - 1] == '*';
    const char *between = style->result_on_own_line ? "\n" : is_pointer ? "" : " ";
    return TEXT(c, "%s%s%s%s{\n", result, between, declarator,
                style->brace_on_own_line ? "\n" : " ");
}
