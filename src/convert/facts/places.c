/* Where lines, items and statements begin and end. */
#include "convert/facts/places.h"

#include "convert/conversion.h"

uint32_t
line_begin(const struct source_file *file, uint32_t offset)
{
    while (offset > 0 && file->text[offset - 1] != '\n') {
        offset--;
    }
    return offset;
}

uint32_t
line_end(const struct source_file *file, uint32_t offset)
{
    while (offset < file->size && file->text[offset] != '\n') {
        offset++;
    }
    return offset < file->size ? offset + 1 : offset;
}

uint32_t
place_before(const struct source_file *file, uint32_t offset)
{
    uint32_t place = line_begin(file, offset);
    for (;;) {
        if (place == 0) {
            return place;
        }
        /* The token that ends on the line above. */
        uint32_t above = line_begin(file, place - 1);
        size_t i = token_at(file, above);
        if (i >= file->n_tokens || file->tokens[i].begin >= place
            || file->tokens[i].kind != TOKEN_COMMENT)
        {
            return place;
        }
        uint32_t comment = line_begin(file, file->tokens[i].begin);
        for (uint32_t k = comment; k < file->tokens[i].begin; k++) {
            if (file->text[k] != ' ' && file->text[k] != '\t') {
                return place; /* it stands behind code */
            }
        }
        place = comment;
    }
}

uint32_t
after_semicolon(const struct source_file *file, uint32_t offset)
{
    size_t i = token_at(file, offset);
    if (i < file->n_tokens && file->tokens[i].kind == TOKEN_COMMENT) {
        i = token_after(file, i);
    }
    return token_is(file, i, ";") ? file->tokens[i].end : offset;
}
