#include "convert/text/declared_type.h"

#include "base/strbuf.h"
#include "model/tokens.h"

const char *
declared_type(struct arena *arena, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t last_star = source_token(file, declaration->begin);
    for (size_t i = last_star;
         i < file->n_tokens && file->tokens[i].begin < declaration->name; i++)
    {
        last_star = token_is(file, i, "*") ? i : last_star;
    }
    for (size_t i = source_token(file, declaration->begin);
         i < file->n_tokens && file->tokens[i].begin < declaration->name; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->directive != 0 || token_is(file, i, "(")) {
            return NULL;
        }
        if (token->kind == TOKEN_COMMENT || token_is(file, i, "static")
            || token_is(file, i, "extern")
            || (i >= last_star && token_is(file, i, "const")))
        {
            continue; /* a field is assigned */
        }
        bool is_star = token_is(file, i, "*");
        if (out.size > 0 && !(is_star && out.text[out.size - 1] == '*')) {
            strbuf_add_char(&out, ' ');
        }
        strbuf_add(&out, file->text + token->begin, token->end - token->begin);
    }
    return out.size > 0 ? arena_copy(arena, out.text, out.size) : NULL;
}
