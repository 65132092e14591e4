#include "extension/hidden_objects.h"

#include "model/tokens.h"

bool
static_object_at(const struct source_file *file, size_t i, struct range *out_name)
{
    bool is_object = false;
    if (!token_is(file, i, "static")) {
        return false;
    }
    *out_name = (struct range){0, 0};
    for (size_t k = token_after(file, i); k < file->n_tokens; k = token_after(file, k))
    {
        const struct token *token = &file->tokens[k];
        if (token_is(file, k, "PyObject") || token_is(file, k, "PyTypeObject")) {
            is_object = true;
        }
        else if (token_is(file, k, "(") || token_is(file, k, "{")) {
            return false; /* a function, a struct */
        }
        else if (token_is(file, k, ";") || token_is(file, k, "=")
                 || token_is(file, k, "[") || token_is(file, k, ","))
        {
            return is_object && out_name->end > 0;
        }
        else if (token->kind == TOKEN_IDENTIFIER) {
            *out_name = (struct range){token->begin, token->end};
        }
    }
    return false;
}
