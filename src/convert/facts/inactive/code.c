#include "convert/facts/inactive/code.h"

#include <string.h>

#include "model/tokens.h"

/* --- functions --------------------------------------------------------------- */

/* Is the declaration around token I, a name at its head, static? */
static bool
is_static_here(const struct source_file *file, size_t i)
{
    for (size_t k = token_before(file, i); k < i; i = k, k = token_before(file, k)) {
        if (token_is(file, k, "static")) {
            return true;
        }
        if (file->tokens[k].kind != TOKEN_IDENTIFIER && !token_is(file, k, "*")) {
            return false;
        }
    }
    return false;
}

/* Does a definition of a function begin with its name WORD? */
static bool
read_definition(const struct word *word, struct inactive_definition *out)
{
    const struct source_file *file = word->file;
    size_t i = source_token(file, word->begin);
    size_t before = token_before(file, i);
    bool has_result = before < file->n_tokens
                      && (token_is(file, before, "*")
                          || file->tokens[before].kind == TOKEN_IDENTIFIER);
    if (!has_result || !use_brackets(file, word->begin, &out->head)) {
        return false;
    }
    size_t brace = token_after(file, source_token(file, out->head.close));
    size_t close = token_is(file, brace, "{") && file->tokens[brace].inactive
                       ? token_closing(file, brace)
                       : file->n_tokens;
    if (close >= file->n_tokens || !file->tokens[close].inactive) {
        return false;
    }
    out->name = *word;
    out->body =
        (struct brackets){file, file->tokens[brace].begin, file->tokens[close].begin};
    out->is_static = is_static_here(file, i);
    return true;
}

bool
inactive_definition_next(struct word *word, struct inactive_definition *out)
{
    while (word_next(word, NULL, word->file->size)) {
        if (word->is_inactive && !word->is_in_directive && read_definition(word, out)) {
            word->end = out->body.close + 1;
            return true;
        }
    }
    return false;
}

/* --- calls ------------------------------------------------------------------- */

bool
word_is_called(const struct word *word, struct brackets *out)
{
    return !word->is_in_directive && !word->is_member_or_tag
           && use_brackets(word->file, word->begin, out);
}

bool
call_next(struct word *word, const char *name, struct brackets *out)
{
    while (word_next(word, name, word->file->size)) {
        if (word_is_called(word, out)) {
            return true;
        }
    }
    return false;
}

bool
inactive_code_has_member(const struct source_file *file, uint32_t begin, uint32_t end,
                         const char *name)
{
    struct word word = {.file = file, .end = begin};
    while (word_next(&word, name, end)) {
        if (word.is_inactive && word.is_member) {
            return true;
        }
    }
    return false;
}

bool
word_given_member(const struct word *word, struct word *out_object,
                  struct word *out_member)
{
    const struct source_file *file = word->file;
    size_t i = source_token(file, word->begin);
    if (!token_is(file, i + 1, "(") || !token_is(file, i + 3, "->")
        || !token_is(file, i + 5, ")"))
    {
        return false;
    }
    *out_object = *out_member = *word;
    out_object->end = file->tokens[i + 1].end;
    out_member->end = file->tokens[i + 3].end;
    return word_next(out_object, NULL, file->tokens[i + 3].begin)
           && word_next(out_member, NULL, file->tokens[i + 5].begin);
}

/* --- statements -------------------------------------------------------------- */

bool
inactive_return(const struct word *word, struct inactive_return *out)
{
    const struct source_file *file = word->file;
    size_t value = token_after(file, source_token(file, word->begin));
    if (!word_is(word, "return") || value >= file->n_tokens
        || token_is(file, value, ";"))
    {
        return false;
    }
    while (token_is(file, value, "(")) {
        value = token_after(file, value);
    }
    if (value >= file->n_tokens) {
        return false;
    }
    size_t end = value;
    do {
        end = token_after(file, end);
    } while (token_is(file, end, ")"));
    *out = (struct inactive_return){
        .value = {file->tokens[value].begin, file->tokens[value].end},
        .end = token_is(file, end, ";") ? file->tokens[end].begin : 0};
    return true;
}

bool
word_is_statement(const struct word *word, uint32_t *out_end)
{
    const struct source_file *file = word->file;
    size_t next = token_after(file, source_token(file, word->begin));
    if (!token_is(file, next, ";")) {
        return false;
    }
    *out_end = file->tokens[next].end;
    return true;
}

struct range
statement_around(const struct word *word)
{
    const struct source_file *file = word->file;
    size_t first = source_token(file, word->begin), last = first;
    while (first > 0 && file->tokens[first - 1].directive == 0
           && !token_is(file, first - 1, ";") && !token_is(file, first - 1, "{")
           && !token_is(file, first - 1, "}"))
    {
        first--;
    }
    while (last + 1 < file->n_tokens && file->tokens[last + 1].directive == 0
           && !token_is(file, last, ";"))
    {
        last++;
        if (token_is(file, last, "{")) {
            last = token_closing(file, last);
            break;
        }
    }
    last = last < file->n_tokens ? last : file->n_tokens - 1;
    return (struct range){file->tokens[first].begin, file->tokens[last].end};
}

bool
next_code(const struct source_file *file, uint32_t end, struct range *code)
{
    for (size_t i = source_token(file, code->end);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->directive == 0 && token->kind != TOKEN_COMMENT && !token->inactive) {
            *code = (struct range){token->begin, token->end};
            return true;
        }
    }
    return false;
}

bool
next_piece(const struct source_file *file, uint32_t end, struct range *piece)
{
    for (size_t i = source_token(file, piece->end);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->directive == 0) {
            *piece = (struct range){token->begin, token->end};
            return true;
        }
    }
    return false;
}

bool
word_element_assignment(const struct source_file *file, uint32_t offset,
                        struct element_assignment *out)
{
    size_t none = file->n_tokens;
    size_t i = source_token(file, offset), open = token_after(file, i);
    size_t close = token_is(file, open, "[") ? token_closing(file, open) : none;
    size_t sign = close < none ? token_after(file, close) : none;
    size_t before = token_before(file, i);
    bool is_statement = token_is(file, before, ";") || token_is(file, before, "{")
                        || token_is(file, before, "}");
    if (!token_is(file, sign, "=") || !is_statement) {
        return false;
    }
    size_t end = sign;
    while (end < none && !token_is(file, end, ";")) {
        end = token_is(file, end, "(") ? token_closing(file, end) : end;
        end = end < none ? token_after(file, end) : end;
    }
    if (end >= none) {
        return false;
    }
    *out = (struct element_assignment){file->tokens[i].begin, file->tokens[close].end,
                                       file->tokens[sign].end, file->tokens[end].begin};
    return true;
}
