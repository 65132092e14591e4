#include "convert/text/comments.h"

#include <string.h>

#include "model/tokens.h"

bool
comment_behind(const struct source_file *file, uint32_t offset, struct range *out)
{
    size_t i = source_token(file, offset);
    if (i >= file->n_tokens || file->tokens[i].kind != TOKEN_COMMENT) {
        return false;
    }
    *out = (struct range){file->tokens[i].begin, file->tokens[i].end};
    return true;
}

bool
comment_on_line(const struct source_file *file, uint32_t offset, struct range *out)
{
    return comment_behind(file, offset, out)
           && memchr(file->text + offset, '\n', out->end - offset) == NULL;
}

bool
find_comment(const struct source_file *file, uint32_t begin, uint32_t end,
             const char *text, struct range *out)
{
    size_t size = strlen(text);
    bool is_found = false;
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->kind == TOKEN_COMMENT && token->end - token->begin == size
            && memcmp(file->text + token->begin, text, size) == 0)
        {
            *out = (struct range){token->begin, token->end};
            is_found = true;
        }
    }
    return is_found;
}
