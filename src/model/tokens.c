#include "model/tokens.h"

#include <string.h>

size_t
source_token(const struct source_file *file, uint32_t offset)
{
    size_t low = 0, high = file->n_tokens;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->tokens[middle].end <= offset) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

bool
token_is(const struct source_file *file, size_t i, const char *text)
{
    if (i >= file->n_tokens || file->tokens[i].kind == TOKEN_COMMENT) {
        return false;
    }
    const char *word = file->text + file->tokens[i].begin;
    size_t size = file->tokens[i].end - file->tokens[i].begin;
    return word[0] == text[0] && strlen(text) == size && memcmp(word, text, size) == 0;
}

/* Do tokens A and B belong to the same stretch: the same directive, or both to
 * none? */
static bool
same_stretch(const struct token *a, const struct token *b)
{
    return a->directive == b->directive;
}

size_t
token_after(const struct source_file *file, size_t i)
{
    const struct token *start = &file->tokens[i];
    for (size_t k = i + 1; k < file->n_tokens; k++) {
        const struct token *token = &file->tokens[k];
        if (same_stretch(start, token) && token->kind != TOKEN_COMMENT) {
            return k;
        }
        if (start->directive != 0 && !same_stretch(start, token)) {
            break;
        }
    }
    return file->n_tokens;
}

size_t
token_before(const struct source_file *file, size_t i)
{
    const struct token *start = &file->tokens[i];
    for (size_t k = i; k-- > 0;) {
        const struct token *token = &file->tokens[k];
        if (same_stretch(start, token) && token->kind != TOKEN_COMMENT) {
            return k;
        }
        if (start->directive != 0 && !same_stretch(start, token)) {
            break;
        }
    }
    return file->n_tokens;
}

size_t
token_closing(const struct source_file *file, size_t i)
{
    size_t depth = 0;
    for (size_t k = i; k < file->n_tokens; k = token_after(file, k)) {
        const struct token *token = &file->tokens[k];
        if (token->kind != TOKEN_PUNCTUATOR || token->end != token->begin + 1) {
            continue;
        }
        char c = file->text[token->begin];
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        }
        else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
            return k;
        }
    }
    return file->n_tokens;
}

bool
token_begins_directive(const struct source_file *file, size_t i)
{
    return i + 1 < file->n_tokens && file->tokens[i].directive != 0
           && token_is(file, i, "#")
           && (i == 0 || file->tokens[i - 1].directive != file->tokens[i].directive);
}

bool
token_begins_conditional(const struct source_file *file, size_t i)
{
    return token_begins_directive(file, i)
           && (token_is(file, i + 1, "if") || token_is(file, i + 1, "ifdef")
               || token_is(file, i + 1, "ifndef"));
}
