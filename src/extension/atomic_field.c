#include "extension/atomic_field.h"

#include <string.h>

#include "extension/static_data.h"
#include "model/tokens.h"

/* Does a `#define` of the word that token I of FILE is, compiled or not, say `_Atomic`? */
static bool
is_atomic_macro(const struct source *source, const struct source_file *file, size_t i)
{
    const struct token *name = &file->tokens[i];
    const size_t size = name->end - name->begin;
    for (size_t k = 0; k < source->n_files; k++) {
        const struct source_file *other = source->files[k];
        if (!other->names_atomic) {
            continue; /* most files: the walk below is for each word of each field */
        }
        for (size_t at = 0; at + 2 < other->n_tokens; at++) {
            const struct token *word = &other->tokens[at + 1];
            if (word->directive != 0 && token_is(other, at, "define")
                && token_is(other, at + 2, "_Atomic") && word->end - word->begin == size
                && memcmp(other->text + word->begin, file->text + name->begin, size) == 0)
            {
                return true;
            }
        }
    }
    return false;
}

bool
field_is_atomic(const struct source *source, const struct record *record, const char *name)
{
    const struct field *field = NULL;
    for (size_t i = 0; i < record->n_fields && field == NULL; i++) {
        field = strcmp(record->fields[i].name, name) == 0 ? &record->fields[i] : NULL;
    }
    if (field == NULL) {
        return false;
    }
    const struct source_file *file = record->file;
    if (type_is_atomic(field->type)) {
        return true;
    }
    if (file == NULL || field->place <= record->begin) {
        return false;
    }
    for (size_t i = source_token(file, field->place); i-- > 0;) {
        const struct token *token = &file->tokens[i];
        if (token->begin < record->begin || token_is(file, i, ";") || token_is(file, i, "{")
            || token_is(file, i, "}"))
        {
            break;
        }
        if (token->kind == TOKEN_IDENTIFIER
            && (token_is(file, i, "_Atomic") || is_atomic_macro(source, file, i)))
        {
            return true;
        }
    }
    return false;
}
