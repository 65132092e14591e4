/* The file's own ways: indentation, braces, newlines, lines. */
#include "convert/text/style.h"

#include <string.h>

#include "base/macros.h"
#include "convert/arena_text.h"
#include "convert/text/places.h"

char *
line_indent(struct arena *arena, const struct source_file *file, uint32_t offset)
{
    uint32_t begin = line_begin(file, offset), end = begin;
    while (end < offset && (file->text[end] == ' ' || file->text[end] == '\t')) {
        end++;
    }
    return arena_copy(arena, file->text + begin, end - begin);
}

char *
indent_at(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    return line_indent(c->arena, file, offset);
}

/* The indentation of the first line inside a function's body, if the function has
 * one of its own. */
static char *
body_indent(struct arena *arena, const struct function *function)
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
    char *indent = line_indent(arena, body->file, first);
    return *indent != '\0' && strlen(indent) <= 8 ? indent : NULL;
}

/* Functions whose bodies are indented by TEXT. */
struct indent_count {
    const char *text;
    size_t n;
};

/* How the functions of a file are written, in numbers. */
struct function_counts {
    size_t n, n_own_result;
    size_t n_blocks, n_own_brace; /* of bodies that take more than a line */
    struct indent_count indents[4]; /* in the order of the file; others are rare */
};

static void
count_indent(struct function_counts *counts, const char *indent)
{
    for (size_t i = 0; indent != NULL && i < ARRAY_LENGTH(counts->indents); i++) {
        struct indent_count *count = &counts->indents[i];
        if (count->text == NULL || strcmp(count->text, indent) == 0) {
            count->text = indent;
            count->n++;
            return;
        }
    }
}

/* As most functions are indented, of several ways as the first. */
static void
take_indent(struct style *style, const struct function_counts *counts)
{
    const struct indent_count *best = &counts->indents[0];
    for (size_t i = 1; i < ARRAY_LENGTH(counts->indents); i++) {
        best = counts->indents[i].n > best->n ? &counts->indents[i] : best;
    }
    style->indent = best->text != NULL ? best->text : "    ";
}

static void
count_function(struct arena *arena, const struct function *function,
               struct function_counts *counts)
{
    const struct declaration *declaration = function_definition(function);
    if (declaration == NULL || declaration->from_macro || function->body == NULL) {
        return;
    }
    uint32_t brace_line = line_begin(function->file, function->body->begin);
    if (brace_line < line_begin(function->file, function->body->end)) {
        counts->n_blocks++;
        counts->n_own_brace += brace_line > declaration->name;
    }
    counts->n++;
    counts->n_own_result +=
        line_begin(function->file, declaration->name) > declaration->begin;
    count_indent(counts, body_indent(arena, function));
}

const struct style *
styles_of(struct arena *arena, const struct source *source)
{
    struct style *styles = ARENA_ARRAY(arena, struct style, source->n_files);
    struct function_counts *counts =
        ARENA_ARRAY(arena, struct function_counts, source->n_files);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (function->file != NULL) {
            count_function(arena, function, &counts[function->file->id]);
        }
    }
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        struct style *style = &styles[file->id];
        const char *newline =
            file->text != NULL ? memchr(file->text, '\n', file->size) : NULL;
        style->newline =
            newline != NULL && newline > file->text && newline[-1] == '\r' ? "\r\n"
                                                                          : "\n";
        take_indent(style, &counts[file->id]);
        style->brace_on_own_line = 2 * counts[i].n_own_brace >= counts[i].n_blocks;
        style->result_on_own_line = 2 * counts[i].n_own_result >= counts[i].n;
    }
    return styles;
}

void
style_begin(struct conversion *c)
{
    c->styles = styles_of(c->arena, c->source);
}

const struct style *
style_of(const struct conversion *c, const struct source_file *file)
{
    return &c->styles[file->id];
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
