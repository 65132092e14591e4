/* Where the parameters of functions that are called through pointers are written. */
#include "convert/facts/declarators.h"

#include <string.h>

/* The parenthesis of the parameters in `(*NAME)(…)`, NAME at token I. */
static bool
open_behind(const struct source_file *file, size_t i, size_t *out_open)
{
    size_t before = token_before(file, i), after = token_after(file, i);
    while (token_is(file, after, "[")) {
        after = token_after(file, token_closing(file, after));
    }
    if (!token_is(file, before, "*") || !token_is(file, token_before(file, before), "(")
        || !token_is(file, after, ")"))
    {
        return false;
    }
    *out_open = token_after(file, after);
    return token_is(file, *out_open, "(");
}

static bool
find_in(const struct source_file *file, uint32_t begin, uint32_t end, const char *name,
        size_t *out_open)
{
    for (size_t i = token_at(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].kind == TOKEN_IDENTIFIER && token_is(file, i, name)
            && open_behind(file, i, out_open))
        {
            return true;
        }
    }
    return false;
}

static bool
find_typedef(const struct conversion *c, const char *name,
             const struct source_file **out_file, size_t *out_open)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        for (size_t k = 0; k < file->n_tokens; k++) {
            size_t end = k;
            if (!token_is(file, k, "typedef") || file->tokens[k].directive != 0) {
                continue;
            }
            while (end < file->n_tokens && !token_is(file, end, ";")) {
                end = token_is(file, end, "{") ? token_closing(file, end) : end;
                end = token_after(file, end);
            }
            if (end < file->n_tokens
                && find_in(file, file->tokens[k].begin, file->tokens[end].begin, name,
                           out_open))
            {
                *out_file = file;
                return true;
            }
        }
    }
    return false;
}

/* Where the parameters of the function that POINTER points to are written. */
bool
find_declarator(const struct conversion *c, const struct pointer *pointer,
                const struct source_file **out_file, size_t *out_open)
{
    const char *spelling = pointer->type->spelling;
    if (strchr(spelling, '(') == NULL) {
        return find_typedef(c, spelling, out_file, out_open);
    }
    if (pointer->record != NULL) {
        *out_file = pointer->record->file;
        return find_in(pointer->record->file, pointer->record->begin,
                       pointer->record->end, pointer->field, out_open);
    }
    const struct declaration *d = variable_declaration(pointer->variable);
    if (d == NULL || d->from_macro || d->file == NULL) {
        return false;
    }
    *out_file = d->file;
    return open_behind(d->file, token_at(d->file, d->name), out_open);
}
