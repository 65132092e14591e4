#include "extension/hidden_objects.h"

#include "model/tokens.h"

/* Does a declaration begin at token I that may define a variable of the file? */
static bool
begins_definition(const struct source_file *file, size_t i)
{
    const size_t before = token_before(file, i);
    return before == file->n_tokens || token_is(file, before, ";")
           || token_is(file, before, "}") || token_is(file, before, "{");
}

/* The brace of `extern "C" {` opens no scope. */
static bool
opens_scope(const struct source_file *file, size_t i)
{
    const size_t before = token_before(file, i);
    return token_is(file, i, "{")
           && !(before < file->n_tokens && file->tokens[before].kind == TOKEN_STRING
                && token_is(file, token_before(file, before), "extern"));
}

/* Is token I outside of all braces?  Those of the branch that it is in count, and those that
 * are compiled: other branches may open what they do not close. */
static bool
is_at_file_scope(const struct source_file *file, size_t first, size_t i)
{
    int depth = 0;
    for (size_t k = 0; k < i; k++) {
        const struct token *token = &file->tokens[k];
        if (token->directive != 0 || (token->inactive && k < first)) {
            continue;
        }
        if (opens_scope(file, k)) {
            depth++;
        }
        else if (token_is(file, k, "}") && depth > 0) {
            depth--;
        }
    }
    return depth == 0;
}

bool
hidden_object_at(const struct source_file *file, size_t first, size_t i,
                 struct range *out_name)
{
    const bool is_static = token_is(file, i, "static");
    bool is_object = token_is(file, i, "PyObject") || token_is(file, i, "PyTypeObject");
    if (!is_static && !(is_object && begins_definition(file, i))) {
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
            return is_object && out_name->end > 0
                   && (is_static || is_at_file_scope(file, first, i));
        }
        else if (token->kind == TOKEN_IDENTIFIER) {
            *out_name = (struct range){token->begin, token->end};
        }
    }
    return false;
}
