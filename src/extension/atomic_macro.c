#include "extension/atomic_macro.h"

#include <string.h>

#include "model/tokens.h"

static enum atomic_effect
effect_of_word(const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    const char *text = file->text + token->begin;
    size_t size = token->end - token->begin;
    if (token->kind != TOKEN_IDENTIFIER) {
        return ATOMIC_NOT;
    }
    if (memmem(text, size, "compare_exchange", strlen("compare_exchange")) != NULL
        || memmem(text, size, "CompareExchange", strlen("CompareExchange")) != NULL)
    {
        return ATOMIC_EXCHANGE;
    }
    return memmem(text, size, "atomic_load", strlen("atomic_load")) != NULL ? ATOMIC_LOAD
                                                                            : ATOMIC_NOT;
}

/* What the function that token I of FILE names does, if FILE defines it. */
static enum atomic_effect
effect_of_function(const struct source_file *file, size_t i)
{
    const struct token *name = &file->tokens[i];
    enum atomic_effect effect = ATOMIC_NOT;
    for (size_t k = 0; k + 1 < file->n_tokens; k++) {
        const struct token *token = &file->tokens[k];
        if (k == i || token->directive != 0 || token->end - token->begin != name->end - name->begin
            || memcmp(file->text + token->begin, file->text + name->begin,
                      name->end - name->begin)
                   != 0
            || !token_is(file, k + 1, "("))
        {
            continue;
        }
        int depth = 0;
        size_t at = k + 1;
        for (; at < file->n_tokens; at++) {
            depth += token_is(file, at, "(") ? 1 : token_is(file, at, ")") ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        for (at++; at < file->n_tokens; at++) {
            depth += token_is(file, at, "{") ? 1 : token_is(file, at, "}") ? -1 : 0;
            if (depth == 0) {
                break;
            }
            enum atomic_effect found = effect_of_word(file, at);
            effect = found > effect ? found : effect;
        }
    }
    return effect;
}

enum atomic_effect
macro_atomic_effect(const struct source *source, const char *name)
{
    enum atomic_effect effect = ATOMIC_NOT;
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        for (size_t k = 0; k + 1 < file->n_tokens; k++) {
            if (file->tokens[k].directive == 0 || !token_is(file, k, "define")
                || !token_is(file, k + 1, name))
            {
                continue;
            }
            for (size_t at = k + 2; at < file->n_tokens
                                    && file->tokens[at].directive == file->tokens[k].directive;
                 at++)
            {
                enum atomic_effect found = effect_of_word(file, at);
                found = found == ATOMIC_NOT && file->tokens[at].kind == TOKEN_IDENTIFIER
                            ? effect_of_function(file, at)
                            : found;
                effect = found > effect ? found : effect;
            }
        }
    }
    return effect;
}
