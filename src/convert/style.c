/* The file's own ways: indentation, braces, newlines, lines. */
#include "convert/index.h"

#include <string.h>

uint32_t
line_begin(const struct source_file *file, uint32_t offset)
{
    while (offset > 0 && file->text[offset - 1] != '\n') {
        offset--;
    }
    return offset;
}

uint32_t
line_end(const struct source_file *file, uint32_t offset)
{
    while (offset < file->size && file->text[offset] != '\n') {
        offset++;
    }
    return offset < file->size ? offset + 1 : offset;
}

char *
indent_at(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    uint32_t begin = line_begin(file, offset), end = begin;
    while (end < offset && (file->text[end] == ' ' || file->text[end] == '\t')) {
        end++;
    }
    return text_of(c, file, begin, end);
}

uint32_t
argument_place(const struct source_file *file, size_t open)
{
    uint32_t behind = file->tokens[open].end;
    size_t first = token_after(file, open);
    if (first >= file->n_tokens || token_is(file, first, ")")
        || file->tokens[first].directive != file->tokens[open].directive
        || memchr(file->text + behind, '\n', file->tokens[first].begin - behind) == NULL)
    {
        return behind;
    }
    return file->tokens[first].begin;
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

const struct style *
style_of(const struct conversion *c, const struct source_file *file)
{
    const struct style **style = index_style(c, file);
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
function_head(const struct conversion *c, const struct source_file *file,
              const char *result, const char *declarator)
{
    const struct style *style = style_of(c, file);
    bool is_pointer = result[strlen(result) - 1] == '*';
    const char *between = style->result_on_own_line ? "\n" : is_pointer ? "" : " ";
    return TEXT(c, "%s%s%s%s{\n", result, between, declarator,
                style->brace_on_own_line ? "\n" : " ");
}

/* TEXT in the arena, with the newlines of FILE. */
static const char *
with_newlines(const struct conversion *c, const struct source_file *file,
              const char *text)
{
    const char *first = memchr(file->text, '\n', file->size);
    text = with_null(c, file, text);
    bool is_dos = first != NULL && first > file->text && first[-1] == '\r';
    if (!is_dos || strchr(text, '\n') == NULL) {
        return arena_string(c->arena, text);
    }
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\n' && (p == text || p[-1] != '\r')) {
            strbuf_add_char(&out, '\r');
        }
        strbuf_add_char(&out, *p);
    }
    return arena_copy(c->arena, out.text, out.size);
}

void
change(struct conversion *c, const struct source_file *file, uint32_t begin,
       uint32_t end, const char *text, const char *reason)
{
    edits_add(&c->edits, file, begin, end, with_newlines(c, file, text), reason);
}

void
change_first(struct conversion *c, const struct source_file *file, uint32_t place,
             const char *text, const char *reason)
{
    edits_add_first(&c->edits, file, place, with_newlines(c, file, text), reason);
}

void
change_cover(struct conversion *c, const struct source_file *file, uint32_t begin,
             uint32_t end, const char *text, const char *reason)
{
    edits_cover(&c->edits, file, begin, end, with_newlines(c, file, text), reason);
}

void
change_place(struct conversion *c, const struct edit *edit, uint32_t place,
             const char *text)
{
    edits_move(&c->edits, (size_t)(edit - c->edits.items), place,
               with_newlines(c, edit->file, text));
}

static bool
is_blank_line(const struct source_file *file, uint32_t begin)
{
    for (uint32_t i = begin; i < file->size && file->text[i] != '\n'; i++) {
        if (strchr(" \t\r", file->text[i]) == NULL) {
            return false;
        }
    }
    return begin < file->size;
}

/* The end of blanks, and of one comment, behind OFFSET on its line. */
static uint32_t
skip_trailing(const struct source_file *file, uint32_t offset)
{
    uint32_t end = offset;
    while (file->text[end] == ' ' || file->text[end] == '\t') {
        end++;
    }
    size_t i = token_at(file, end);
    if (i < file->n_tokens && file->tokens[i].begin == end
        && file->tokens[i].kind == TOKEN_COMMENT
        && memchr(file->text + end, '\n', file->tokens[i].end - end) == NULL)
    {
        end = file->tokens[i].end;
        while (file->text[end] == ' ' || file->text[end] == '\t') {
            end++;
        }
    }
    return file->text[end] == '\r' ? end + 1 : end;
}

void
remove_text(struct conversion *c, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *reason)
{
    uint32_t first = line_begin(file, begin), last = skip_trailing(file, end);
    uint32_t i = first;

    while (i < begin && (file->text[i] == ' ' || file->text[i] == '\t')) {
        i++;
    }
    if (i != begin || (last < file->size && file->text[last] != '\n')) {
        change_cover(c, file, begin, end, "", reason);
        return;
    }
    last = line_end(file, last);
    /* One of two blank lines that would meet goes too. */
    bool is_behind_brace = first > 1 && memchr("{", file->text[first - 2], 1) != NULL;
    if (first > 0
        && (is_behind_brace || is_blank_line(file, line_begin(file, first - 1)))
        && is_blank_line(file, last))
    {
        last = line_end(file, last);
    }
    change_cover(c, file, first, last, "", reason);
}

/* The removal of whole lines that ends at OFFSET, or NULL. */
static const struct edit *
removal_before(const struct conversion *c, const struct source_file *file,
               uint32_t offset)
{
    const struct edit *first = NULL;
    struct edit_walk walk = edits_near(&c->edits, file, offset, offset);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && *edit->text == '\0' && edit->end == offset
            && edit->begin < offset && line_begin(file, edit->begin) == edit->begin
            && (first == NULL || edit < first))
        {
            first = edit;
        }
    }
    return first;
}

static bool
inserts_between(const struct conversion *c, const struct source_file *file,
                uint32_t begin, uint32_t end)
{
    struct edit_walk walk = edits_near(&c->edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (*edit->text != '\0' && edit->begin >= begin && edit->begin < end)
        {
            return true;
        }
    }
    return false;
}

void
join_removals(struct conversion *c)
{
    for (size_t i = 0; i < c->edits.n_items; i++) {
        const struct edit *edit = &c->edits.items[i];
        const struct source_file *file = edit->file;
        if (!edit->covers || *edit->text != '\0' || !is_blank_line(file, edit->end)
            || removal_before(c, file, edit->end) != edit)
        {
            continue;
        }
        uint32_t begin = edit->begin;
        for (const struct edit *before = removal_before(c, file, begin); before != NULL;
             before = removal_before(c, file, begin))
        {
            begin = before->begin;
        }
        if (begin < edit->begin && begin > 0
            && is_blank_line(file, line_begin(file, begin - 1))
            && !inserts_between(c, file, begin, edit->end))
        {
            edits_extend(&c->edits, i, line_end(file, edit->end));
        }
    }
}

uint32_t
place_before(const struct source_file *file, uint32_t offset)
{
    uint32_t place = line_begin(file, offset);
    for (;;) {
        if (place == 0) {
            return place;
        }
        /* The token that ends on the line above. */
        uint32_t above = line_begin(file, place - 1);
        size_t i = token_at(file, above);
        if (i >= file->n_tokens || file->tokens[i].begin >= place
            || file->tokens[i].kind != TOKEN_COMMENT)
        {
            return place;
        }
        uint32_t comment = line_begin(file, file->tokens[i].begin);
        for (uint32_t k = comment; k < file->tokens[i].begin; k++) {
            if (file->text[k] != ' ' && file->text[k] != '\t') {
                return place; /* it stands behind code */
            }
        }
        place = comment;
    }
}

uint32_t
after_semicolon(const struct source_file *file, uint32_t offset)
{
    size_t i = token_at(file, offset);
    if (i < file->n_tokens && file->tokens[i].kind == TOKEN_COMMENT) {
        i = token_after(file, i);
    }
    return token_is(file, i, ";") ? file->tokens[i].end : offset;
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

uint32_t
include_place(const struct source_file *file, uint32_t limit)
{
    uint32_t place = UINT32_MAX;
    unsigned depth = 0, best = UINT32_MAX;

    for (size_t i = 0; i + 1 < file->n_tokens && file->tokens[i].begin < limit; i++) {
        bool begins =
            file->tokens[i].directive != 0 && token_is(file, i, "#")
            && (i == 0 || file->tokens[i - 1].directive != file->tokens[i].directive);
        if (!begins) {
            continue;
        }
        if (string_starts(file->text + file->tokens[i + 1].begin, "if")) {
            depth++;
        }
        else if (token_is(file, i + 1, "endif") && depth > 0) {
            depth--;
        }
        else if (token_is(file, i + 1, "include") && depth <= best) {
            best = depth;
            place = line_end(file, file->tokens[i].begin);
        }
    }
    return place;
}
