#include "convert/text/declared_type.h"

#include "base/strbuf.h"
#include "model/tokens.h"

/* Is token I a macro that stands for a storage class, or for nothing? */
static bool
is_storage_macro(const struct source *source, const struct source_file *file, size_t i)
{
    for (size_t k = 0; k < source->n_macros; k++) {
        const struct macro *macro = source->macros[k];
        if (macro->function_like || !token_is(file, i, macro->name)) {
            continue;
        }
        size_t body = source_token(macro->file, macro->body);
        while (body < macro->file->n_tokens && macro->file->tokens[body].begin < macro->end
               && (token_is(macro->file, body, "static")
                   || token_is(macro->file, body, "extern")))
        {
            body++;
        }
        return body >= macro->file->n_tokens
               || macro->file->tokens[body].begin >= macro->end;
    }
    return false;
}

/* Where the name of DECLARATION begins, with the class or namespace that C++ writes before it:
 * `Spam::` of `PyObject *Spam::cache`. */
static uint32_t
qualified_begin(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    size_t i = source_token(file, declaration->name);
    while (i >= 2 && token_is(file, i - 1, "::")
           && file->tokens[i - 2].kind == TOKEN_IDENTIFIER
           && file->tokens[i - 2].begin > declaration->begin)
    {
        i -= 2;
    }
    return i < file->n_tokens ? file->tokens[i].begin : declaration->name;
}

const char *
declared_type(struct arena *arena, const struct source *source,
              const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    uint32_t end = qualified_begin(declaration);
    size_t last_star = source_token(file, declaration->begin);
    for (size_t i = last_star;
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        last_star = token_is(file, i, "*") ? i : last_star;
    }
    for (size_t i = source_token(file, declaration->begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->directive != 0 || token_is(file, i, "(")) {
            return NULL;
        }
        if (token->kind == TOKEN_COMMENT || token_is(file, i, "static")
            || token_is(file, i, "extern") || token_is(file, i, "inline")
            || is_storage_macro(source, file, i)
            || (i >= last_star && token_is(file, i, "const")))
        {
            continue; /* a field is assigned */
        }
        bool is_star = token_is(file, i, "*");
        bool is_apart = is_star ? out.size > 0 && out.text[out.size - 1] != '*'
                                : i == 0 || file->tokens[i - 1].end != token->begin
                                      || token_is(file, i - 1, "*");
        if (out.size > 0 && is_apart) {
            strbuf_add_char(&out, ' ');
        }
        strbuf_add(&out, file->text + token->begin, token->end - token->begin);
    }
    return out.size > 0 ? arena_copy(arena, out.text, out.size) : NULL;
}
