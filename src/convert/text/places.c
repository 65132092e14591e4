/* Where lines, items and statements begin and end. */
#include "convert/text/places.h"

#include <string.h>

#include "convert/conversion.h"
#include "convert/facts/inactive/clinic.h"
#include "convert/text/comments.h"

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

bool
line_is_blank(const struct source_file *file, uint32_t begin)
{
    for (uint32_t i = begin; i < file->size && file->text[i] != '\n'; i++) {
        if (strchr(" \t\r", file->text[i]) == NULL) {
            return false;
        }
    }
    return begin < file->size;
}

/* Above OFFSET, and the comment that belongs to it, but not above LIMIT. */
static uint32_t
above_comments(const struct source_file *file, uint32_t offset, uint32_t limit)
{
    uint32_t place = line_begin(file, offset);
    for (;;) {
        if (place <= limit) {
            return place;
        }
        /* The comment that ends on the line above. */
        uint32_t above = line_begin(file, place - 1);
        struct range found;
        if (!comment_behind(file, above, &found) || found.begin >= place || found.begin < limit)
        {
            return place;
        }
        uint32_t comment = line_begin(file, found.begin);
        for (uint32_t k = comment; k < found.begin; k++) {
            if (file->text[k] != ' ' && file->text[k] != '\t') {
                return place; /* it stands behind code */
            }
        }
        place = comment;
    }
}

uint32_t
place_before(const struct source_file *file, uint32_t offset)
{
    struct clinic_block block;
    uint32_t limit = 0;
    for (size_t token = 0; clinic_block_next(file, &token, &block);) {
        if (offset < block.whole.begin) {
            break;
        }
        if (offset < block.whole.end) { /* what is written there is not ours to change */
            return above_comments(file, block.whole.begin, limit);
        }
        limit = block.whole.end;
    }
    return above_comments(file, offset, limit);
}
