#include "convert/facts/inactive/macro_body.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/tokens.h"

static bool
same_text(const struct source_file *file, const struct token *a,
          const struct source_file *other, uint32_t begin, uint32_t end)
{
    return a->end - a->begin == end - begin
           && memcmp(file->text + a->begin, other->text + begin, end - begin) == 0;
}

/* The first token of the body. */
static size_t
body_of(const struct macro *macro)
{
    return source_token(macro->file, macro->body);
}

static bool
is_in(const struct macro *macro, size_t i)
{
    return i < macro->file->n_tokens && macro->file->tokens[i].begin < macro->end;
}

/* --- parameters ----------------------------------------------------------- */

bool
macro_parameter(const struct macro *macro, size_t i, struct range *out)
{
    struct brackets parameters;
    return macro->function_like && use_brackets(macro->file, macro->begin, &parameters)
           && brackets_item(&parameters, i, out);
}

int
macro_parameter_number(const struct macro *macro, const struct source_file *file,
                       uint32_t begin, uint32_t end)
{
    struct range name;
    for (size_t i = 0; macro_parameter(macro, i, &name); i++) {
        if (name.end - name.begin == end - begin
            && memcmp(macro->file->text + name.begin, file->text + begin, end - begin)
                   == 0)
        {
            return (int)i;
        }
    }
    return -1;
}

/* --- words of the body ---------------------------------------------------- */

bool
macro_is_return(const struct macro *macro)
{
    return macro->body < macro->end && token_is(macro->file, body_of(macro), "return");
}

bool
macro_is_word(const struct macro *macro, uint32_t begin, uint32_t end)
{
    return begin == macro->body && end == macro->end;
}

bool
macro_has_word(const struct macro *macro, const char *word)
{
    return text_has_word(macro->file, macro->body, macro->end, word);
}

bool
macro_fills_types(const struct macro *macro)
{
    const struct source_file *file = macro->file;
    for (size_t i = body_of(macro); is_in(macro, i) && i + 1 < file->n_tokens; i++) {
        if (token_is(file, i, ".")
            && string_starts(file->text + file->tokens[i + 1].begin, "tp_"))
        {
            return true;
        }
    }
    return false;
}

bool
macro_only_calls(const struct macro *macro, const char *parameter)
{
    const struct source_file *file = macro->file;
    for (size_t i = body_of(macro); is_in(macro, i); i = token_after(file, i)) {
        size_t before = token_before(file, i);
        bool is_called = token_is(file, token_after(file, i), "(")
                         || file->tokens[i].end == macro->end;
        if (token_is(file, i, parameter)
            && (!is_called || token_is(file, before, "#")
                || token_is(file, before, "##") || token_is(file, before, ".")
                || token_is(file, before, "->")))
        {
            return false;
        }
    }
    return true;
}

const char *
macro_parameter_for(struct arena *arena, const struct macro *macro, size_t argument)
{
    struct range name;
    while (!macro_parameter(macro, argument, &name)) { /* behind the last: of the rest */
        if (argument-- == 0) {
            return NULL;
        }
    }
    const char *text =
        arena_copy(arena, macro->file->text + name.begin, name.end - name.begin);
    return strcmp(text, "...") == 0 ? "__VA_ARGS__" : text;
}

bool
macro_joins(const struct macro *macro, size_t token)
{
    const struct source_file *file = macro->file;
    size_t before = token_before(file, token), after = token_after(file, token);
    return token_is(file, before, "#") || token_is(file, before, "##")
           || (is_in(macro, after) && token_is(file, after, "##"));
}

bool
macro_only_spells(const struct macro *macro, const char *parameter)
{
    const struct source_file *file = macro->file;
    for (size_t i = body_of(macro); is_in(macro, i); i = token_after(file, i)) {
        if (token_is(file, i, parameter) && !macro_joins(macro, i)) {
            return false;
        }
    }
    return true;
}

bool
word_number(const struct word *word, struct range *out)
{
    const struct source_file *file = word->file;
    size_t name = source_token(file, word->begin);
    for (size_t i = name + 1;
         word->is_defined && i < file->n_tokens
         && file->tokens[i].directive == file->tokens[name].directive;
         i++)
    {
        if (token_is(file, i, "0")) {
            *out = (struct range){file->tokens[i].begin, file->tokens[i].end};
            return true;
        }
    }
    return false;
}

bool
word_is_compared(const struct source_file *file, uint32_t offset)
{
    size_t before = token_before(file, source_token(file, offset));
    return token_is(file, before, "&")
           && token_is(file, token_before(file, before), "==");
}

/* --- statements of the body ------------------------------------------------ */

bool
macro_made_function(const struct macro *macro, struct brackets *out_head,
                    uint32_t *out_body)
{
    const struct source_file *file = macro->file;
    for (size_t i = body_of(macro); is_in(macro, i); i = token_after(file, i)) {
        if (!token_is(file, i, "(")) {
            continue;
        }
        size_t close = token_closing(file, i);
        size_t brace = close < file->n_tokens ? token_after(file, close) : close;
        if (token_is(file, brace, "{")) {
            *out_head = (struct brackets){file, file->tokens[i].begin,
                                          file->tokens[close].begin};
            *out_body = file->tokens[brace].end;
            return true;
        }
        i = close;
        if (i >= file->n_tokens) {
            break;
        }
    }
    return false;
}

bool
macro_return(const struct macro *macro, uint32_t offset, struct range *out)
{
    const struct source_file *file = macro->file;
    size_t first = source_token(file, offset), last = first;
    if (!token_is(file, first, "return")) {
        return false;
    }
    for (size_t i = first;
         is_in(macro, i) && !token_is(file, i, ";") && !token_is(file, i, "}"); i++)
    {
        last = i;
    }
    *out = (struct range){file->tokens[first].begin, file->tokens[last].end};
    return true;
}

bool
macro_release_of(const struct macro *macro, uint32_t offset, struct range *out)
{
    const struct source_file *file = macro->file;
    size_t none = file->n_tokens;
    size_t name = source_token(file, offset);
    size_t open = name < none ? token_before(file, name) : none;
    size_t callee = open < none ? token_before(file, open) : none;
    size_t close = name < none ? token_after(file, name) : none;
    size_t semicolon = close < none ? token_after(file, close) : none;
    size_t next = semicolon < none ? token_after(file, semicolon) : none;
    size_t before = callee < none ? token_before(file, callee) : none;

    if (!is_in(macro, next) || file->tokens[callee].begin < macro->body
        || !token_is(file, open, "(") || !token_is(file, close, ")")
        || !token_is(file, semicolon, ";")
        || (!token_is(file, callee, "Py_DECREF") && !token_is(file, callee, "Py_XDECREF")))
    {
        return false;
    }
    bool is_first = file->tokens[callee].begin == macro->body;
    if (!is_first && !token_is(file, before, "{") && !token_is(file, before, "}")
        && !token_is(file, before, ";"))
    {
        return false; /* all of a branch */
    }
    *out = (struct range){file->tokens[callee].begin, file->tokens[next].begin};
    return true;
}

bool
macro_release_before(const struct macro *macro, uint32_t offset, struct range *out)
{
    const struct source_file *file = macro->file;
    size_t none = file->n_tokens;
    size_t semicolon = token_before(file, source_token(file, offset));
    size_t close = semicolon < none ? token_before(file, semicolon) : none;
    size_t name = close < none ? token_before(file, close) : none;
    return name < none && macro_release_of(macro, file->tokens[name].begin, out)
           && out->end == offset;
}

bool
macro_release_by_name(const struct macro *macro, const struct range *name, struct range *out)
{
    for (size_t i = body_of(macro); is_in(macro, i); i++) {
        if (same_text(macro->file, &macro->file->tokens[i], macro->file, name->begin, name->end)
            && macro_release_of(macro, macro->file->tokens[i].begin, out))
        {
            return true;
        }
    }
    return false;
}

/* --- values ------------------------------------------------------------------ */

/* The text from token FIRST to the next comma or closing bracket of its own level. */
static const char *
text_to_comma(struct arena *arena, const struct macro *macro, size_t first)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = macro->file;
    size_t last = first;
    for (size_t i = first; is_in(macro, i); i = token_after(file, i)) {
        if (token_is(file, i, ",") || token_is(file, i, "}") || token_is(file, i, ")"))
        {
            break;
        }
        if (token_is(file, i, "(") || token_is(file, i, "{")) {
            i = token_closing(file, i);
            if (i >= file->n_tokens) {
                break;
            }
        }
        last = i;
    }
    for (uint32_t k = file->tokens[first].begin; k < file->tokens[last].end; k++) {
        char next = file->text[k + 1];
        if (file->text[k] == '\\' && (next == '\n' || next == '\r')) {
            while (strchr("\\\r\n \t", file->text[k + 1]) != NULL) {
                k++;
            }
            continue;
        }
        strbuf_add_char(&out, file->text[k]);
    }
    return arena_copy(arena, out.text, out.size);
}

const char *
macro_value(struct arena *arena, const struct macro *macro, const char *field)
{
    const struct source_file *file = macro->file;
    for (size_t i = body_of(macro); is_in(macro, i) && i + 3 < file->n_tokens; i++) {
        if (token_is(file, i, ".") && token_is(file, i + 1, field)
            && token_is(file, i + 2, "="))
        {
            return text_to_comma(arena, macro, i + 3);
        }
    }
    return NULL;
}

/* --- names that are put together ------------------------------------------- */

bool
macro_next_paste(const struct macro *macro, struct word *io_word)
{
    const struct source_file *file = macro->file;
    while (word_next(io_word, NULL, macro->end)) {
        size_t i = source_token(file, io_word->begin);
        if (i + 2 < file->n_tokens && token_is(file, i + 1, "##")
            && !token_is(file, i - 1, "##") && !token_is(file, i - 1, "#"))
        {
            return true;
        }
    }
    return false;
}

/* Argument number I of USE, if it is one token. */
static bool
argument_token(const struct expansion *use, size_t i, struct range *out)
{
    struct brackets arguments;
    if (!use_brackets(use->file, use->begin, &arguments)
        || !brackets_item(&arguments, i, out))
    {
        return false;
    }
    const struct token *token = &use->file->tokens[source_token(use->file, out->begin)];
    return token->begin == out->begin && token->end == out->end;
}

const char *
macro_pasted_name(struct arena *arena, const struct macro *macro, uint32_t offset,
                  const struct expansion *use)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = macro->file;
    for (size_t i = source_token(file, offset);; i += 2) {
        const struct source_file *from = file;
        struct range part = {file->tokens[i].begin, file->tokens[i].end};
        int number = macro_parameter_number(macro, file, part.begin, part.end);
        if (number >= 0) {
            from = use->file;
            if (!argument_token(use, (size_t)number, &part)) {
                return NULL;
            }
        }
        strbuf_add(&out, from->text + part.begin, part.end - part.begin);
        if (!token_is(file, i + 1, "##") || i + 2 >= file->n_tokens) {
            break;
        }
    }
    return arena_copy(arena, out.text, out.size);
}

/* --- definitions that are not compiled ------------------------------------------ */

bool
inactive_macro(const struct source_file *file, uint32_t offset, struct range *out_name,
               bool *out_function_like)
{
    size_t i = source_token(file, offset), first = i;
    while (first > 0 && file->tokens[first - 1].directive == file->tokens[i].directive)
    {
        first--;
    }
    size_t name = first + 2;
    if (!token_is(file, first + 1, "define") || name >= i) {
        return false;
    }
    bool is_like_function = token_is(file, name + 1, "(")
                            && file->tokens[name + 1].begin == file->tokens[name].end;
    size_t body = is_like_function ? token_closing(file, name + 1) + 1 : name + 1;
    for (size_t k = name + 1; k < body; k++) {
        const struct token *here = &file->tokens[i];
        if (i < body || same_text(file, &file->tokens[k], file, here->begin, here->end))
        {
            return false; /* a parameter */
        }
    }
    *out_name = (struct range){file->tokens[name].begin, file->tokens[name].end};
    *out_function_like = is_like_function;
    return true;
}

bool
inactive_macro_next(struct word *word, struct brackets *out)
{
    while (word_next(word, NULL, word->file->size)) {
        if (word->is_inactive && word->is_defined
            && use_brackets(word->file, word->begin, out) && out->open == word->end)
        {
            return true;
        }
    }
    return false;
}
