#include "convert/facts/inactive/macro_text.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/tokens.h"

enum { MAX_MACRO_ARGUMENTS = 64 };

/* One use of a function-like macro: its parameters' names and what stands for them. */
struct expanded_use {
    const struct macro *macro;
    const struct source_file *file; /* of the use */
    const char *names[MAX_MACRO_ARGUMENTS];
    const char *values[MAX_MACRO_ARGUMENTS];
    size_t n_arguments;
    uint32_t end; /* of the use */
};

static char *
copy_text(struct arena *arena, const struct source_file *file, uint32_t begin,
          uint32_t end)
{
    return arena_copy(arena, file->text + begin, end - begin);
}

static bool
read_parameters(struct arena *arena, struct expanded_use *use)
{
    const struct macro *macro = use->macro;
    const struct source_file *file = macro->file;
    size_t open = token_after(file, source_token(file, macro->begin));
    size_t close = token_closing(file, open);

    use->n_arguments = 0;
    if (!macro->function_like) {
        return true;
    }
    if (close >= file->n_tokens) {
        return false;
    }
    for (size_t i = token_after(file, open); i < close; i = token_after(file, i)) {
        if (token_is(file, i, ",")) {
            continue;
        }
        if (use->n_arguments == MAX_MACRO_ARGUMENTS) {
            return false;
        }
        use->names[use->n_arguments++] =
            token_is(file, i, "...")
                ? "__VA_ARGS__"
                : copy_text(arena, file, file->tokens[i].begin, file->tokens[i].end);
    }
    return true;
}

/* The arguments in the parentheses that open at token OPEN of the use's file. */
static bool
read_arguments(struct arena *arena, struct expanded_use *use, size_t open)
{
    const struct source_file *file = use->file;
    size_t close = token_closing(file, open), n = 0;
    size_t first = open + 1;

    if (!token_is(file, open, "(") || close >= file->n_tokens) {
        return false;
    }
    use->end = file->tokens[close].end;
    for (size_t i = first; i <= close && n < use->n_arguments; i++) {
        if (file->tokens[i].directive != file->tokens[open].directive) {
            return false; /* an #if between the arguments */
        }
        if (i < close && (token_is(file, i, "(") || token_is(file, i, "["))) {
            i = token_closing(file, i);
            continue;
        }
        bool takes_rest = strcmp(use->names[n], "__VA_ARGS__") == 0;
        if (i == close || (token_is(file, i, ",") && !takes_rest)) {
            use->values[n++] = first < i
                                   ? copy_text(arena, file, file->tokens[first].begin,
                                               file->tokens[i - 1].end)
                                   : "";
            first = i + 1;
        }
    }
    if (n + 1 == use->n_arguments && strcmp(use->names[n], "__VA_ARGS__") == 0) {
        use->values[n++] = "";
    }
    return n == use->n_arguments;
}

static const char *
value_of_token(const struct expanded_use *use, size_t i)
{
    for (size_t k = 0; k < use->n_arguments; k++) {
        if (token_is(use->macro->file, i, use->names[k])) {
            return use->values[k];
        }
    }
    return NULL;
}

/* Is token I a string that another one may go on: without a prefix, and without an escape that
 * what follows could become part of? */
static bool
is_plain_string(const struct source_file *file, size_t i)
{
    if (i >= file->n_tokens) {
        return false;
    }
    const struct token *token = &file->tokens[i];
    const char *text = file->text + token->begin;
    return text[0] == '"' && memchr(text, '\\', token->end - token->begin) == NULL;
}

/* OUT ends with a string, and the next one goes on with it. */
static void
reopen_string(struct strbuf *out)
{
    while (out->size > 0 && strchr(" \t", out->text[out->size - 1]) != NULL) {
        out->text[--out->size] = '\0';
    }
    if (out->size > 0 && out->text[out->size - 1] == '"') {
        out->text[--out->size] = '\0';
    }
    else {
        strbuf_add_char(out, '"');
    }
}

static void
add_as_string(struct strbuf *out, const char *text, bool is_continued)
{
    if (is_continued) {
        reopen_string(out);
    }
    else {
        strbuf_add_char(out, '"');
    }
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            strbuf_add_char(out, '\\');
        }
        strbuf_add_char(out, *text);
    }
    strbuf_add_char(out, '"');
}

/* The blanks between two tokens of the body: a continued line becomes a line, with
 * INDENT in place of the WIDTH columns that all of them have. */
static void
add_blanks(struct strbuf *out, const struct source_file *file, uint32_t begin,
           uint32_t end, const char *indent, size_t width)
{
    const char *newline = NULL;
    for (uint32_t i = begin; i < end; i++) {
        if (file->text[i] == '\n') {
            newline = file->text + i;
        }
    }
    if (newline == NULL) {
        strbuf_add(out, file->text + begin, end - begin);
        return;
    }
    size_t columns = (size_t)(file->text + end - newline) - 1;
    strbuf_add_char(out, '\n');
    strbuf_add_string(out, indent);
    if (columns > width) {
        strbuf_add(out, newline + 1 + width, columns - width);
    }
}

/* The fewest columns in front of a continued line of the macro's body. */
static size_t
body_width(const struct macro *macro)
{
    const struct source_file *file = macro->file;
    size_t width = SIZE_MAX;
    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        uint32_t begin = file->tokens[i].begin;
        uint32_t line = begin + 1 - source_column(file, begin);
        bool is_first = line > macro->begin;
        for (uint32_t k = line; k < begin && is_first; k++) {
            is_first = file->text[k] == ' ' || file->text[k] == '\t';
        }
        if (is_first && begin - line < width) {
            width = begin - line;
        }
    }
    return width == SIZE_MAX ? 0 : width;
}

static char *
expanded(struct arena *arena, const struct expanded_use *use, const char *indent)
{
    const struct macro *macro = use->macro;
    const struct source_file *file = macro->file;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t width = body_width(macro);
    uint32_t last = macro->body;

    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        const struct token *token = &file->tokens[i];
        bool is_pasted =
            token_is(file, i, "##")
            || (i > 0 && last > macro->body && token_is(file, i - 1, "##"));
        if (!is_pasted && !(token_is(file, i + 1, "##") && out.size == 0)) {
            add_blanks(&out, file, last, token->begin, indent, width);
        }
        last = token->end;
        if (token_is(file, i, "##")) {
            while (out.size > 0 && strchr(" \t\n", out.text[out.size - 1]) != NULL) {
                out.text[--out.size] = '\0';
            }
            continue;
        }
        if (macro->function_like && token_is(file, i, "#")
            && value_of_token(use, i + 1) != NULL)
        {
            bool is_continued = i > 0 && file->tokens[i - 1].begin >= macro->body
                                && is_plain_string(file, i - 1);
            add_as_string(&out, value_of_token(use, ++i), is_continued);
            last = file->tokens[i].end;
            if (is_plain_string(file, i + 1) && file->tokens[i + 1].begin < macro->end) {
                reopen_string(&out); /* "a"#b"c" */
                const struct token *next = &file->tokens[++i];
                strbuf_add(&out, file->text + next->begin + 1, next->end - next->begin - 1);
                last = next->end;
            }
            continue;
        }
        const char *value = value_of_token(use, i);
        if (value != NULL) {
            strbuf_add_string(&out, value);
        }
        else {
            strbuf_add(&out, file->text + token->begin, token->end - token->begin);
        }
    }
    return arena_copy(arena, out.text, out.size);
}

const char *
macro_expanded(struct arena *arena, const struct expansion *expansion,
               const char *indent, uint32_t *out_end)
{
    struct expanded_use use = {.macro = expansion->macro, .file = expansion->file};
    const struct source_file *file = expansion->file;
    size_t name = source_token(file, expansion->begin);

    use.end = file->tokens[name].end;
    if (!read_parameters(arena, &use)
        || (use.macro->function_like
            && !read_arguments(arena, &use, token_after(file, name))))
    {
        return NULL;
    }
    *out_end = use.end;
    return expanded(arena, &use, indent);
}
