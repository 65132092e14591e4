#include "convert/text/block_begin.h"

#include "convert/arena_text.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"
#include "model/tokens.h"

const char *
body_text(const struct conversion *c, const struct node *block, const char *text,
          uint32_t *out_place)
{
    const struct source_file *file = block->file;
    size_t i = source_token(file, block->begin);
    uint32_t place = file->tokens[i].end;
    size_t next = i + 1;

    while (next < file->n_tokens && file->tokens[next].directive != 0) {
        next++;
    }
    *out_place = place;
    bool is_behind_comment =
        next < file->n_tokens && file->tokens[next].begin < line_end(file, place);
    if (is_behind_comment && file->tokens[next].kind != TOKEN_COMMENT) {
        return TEXT(c, " %s", text);
    }
    while (next < file->n_tokens && file->tokens[next].begin < line_end(file, place)) {
        next++;
    }
    const char *indent =
        next < file->n_tokens ? indent_at(c, file, file->tokens[next].begin) : "";
    if (*indent == '\0') {
        indent = style_of(c, file)->indent;
    }
    if (is_behind_comment) {
        *out_place = line_end(file, place) - 1;
    }
    return TEXT(c, "\n%s%s", indent, text);
}

const char *
text_behind(const struct conversion *c, const struct node *statement, uint32_t endif,
            const char *text, uint32_t *out_place)
{
    const struct source_file *file = statement->file;
    if (endif != 0) {
        *out_place = line_end(file, endif) - 1;
        return TEXT(c, "\n%s%s", indent_at(c, file, statement->begin), text);
    }
    uint32_t place = after_semicolon(file, statement->end);
    struct range comment;
    if (comment_on_line(file, place, &comment)) {
        place = comment.end;
    }
    *out_place = place;
    return line_is_blank(file, place)
               ? TEXT(c, "\n%s%s", indent_at(c, file, statement->begin), text)
               : TEXT(c, " %s", text);
}
