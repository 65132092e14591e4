/* The parameters of a function as its definition writes them. */
#include "convert/facts/parameters.h"

bool
parameter_range(const struct declaration *declaration, size_t i, uint32_t *out_begin,
                uint32_t *out_end)
{
    const struct source_file *file = declaration->file;
    size_t open = token_after(file, token_at(file, declaration->name));
    if (!token_is(file, open, "(")) {
        return false;
    }
    size_t close = token_closing(file, open);
    size_t first = token_after(file, open);
    size_t n = 0;
    for (size_t k = first; k < file->n_tokens && k <= close; k = token_after(file, k)) {
        if (token_is(file, k, "(") || token_is(file, k, "[")) {
            k = token_closing(file, k);
            if (k >= file->n_tokens) {
                return false;
            }
            continue;
        }
        if (k == close || token_is(file, k, ",")) {
            if (n == i && first < k) {
                size_t last = token_before(file, k);
                *out_begin = file->tokens[first].begin;
                *out_end = file->tokens[last].end;
                return true;
            }
            n++;
            first = token_after(file, k);
        }
    }
    return false;
}


struct parameter_naming
parameter_naming_of(const struct conversion *c, const struct function *function, size_t i,
                    const char *fallback)
{
    const struct declaration *declaration = function_definition(function);
    struct parameter_naming naming = {0};
    const char *own =
        i < function->n_parameters ? function->parameters[i]->name : "";

    naming.name = *own != '\0' ? own : fallback;
    if (declaration == NULL || declaration->from_macro || function->made_by != NULL) {
        return naming;
    }
    if (!parameter_range(declaration, i, &naming.begin, &naming.end)) {
        return (struct parameter_naming){0};
    }
    naming.file = declaration->file;
    for (size_t k = token_at(naming.file, naming.begin);
         k < naming.file->n_tokens && naming.file->tokens[k].begin < naming.end;
         k = token_after(naming.file, k))
    {
        if (token_is(naming.file, k, "Py_UNUSED")) {
            size_t open = token_after(naming.file, k);
            size_t close = token_closing(naming.file, open);
            if (close >= naming.file->n_tokens) {
                return (struct parameter_naming){0};
            }
            naming.begin = naming.file->tokens[k].begin;
            naming.end = naming.file->tokens[close].end;
            naming.text = token_text(c, naming.file, token_after(naming.file, open));
            naming.name = naming.text;
            return naming;
        }
    }
    if (*own == '\0') {
        naming.begin = naming.end;
        naming.text = TEXT(c, "%s%s",
                           naming.file->text[naming.end - 1] == '*' ? "" : " ", fallback);
    }
    return naming;
}
