/* How much goes with a statement that is taken away. */
#include "convert/text/removal.h"

#include <string.h>

#include "convert/text/comments.h"
#include "convert/text/places.h"

/* The end of blanks, and of one comment, behind OFFSET on its line. */
static uint32_t
skip_trailing(const struct source_file *file, uint32_t offset)
{
    uint32_t end = offset + (uint32_t)strspn(file->text + offset, " \t");
    struct range comment;
    if (comment_on_line(file, end, &comment) && comment.begin == end) {
        end = comment.end + (uint32_t)strspn(file->text + comment.end, " \t");
    }
    return file->text[end] == '\r' ? end + 1 : end;
}

struct range
removal_range(const struct source_file *file, uint32_t begin, uint32_t end)
{
    uint32_t first = line_begin(file, begin), last = skip_trailing(file, end);
    uint32_t i = first;

    while (i < begin && (file->text[i] == ' ' || file->text[i] == '\t')) {
        i++;
    }
    if (i != begin || (last < file->size && file->text[last] != '\n')) {
        /* One of the blanks that would meet goes, too. */
        bool meets = begin > 0 && memchr(" \t", file->text[begin - 1], 2) != NULL
                     && end < file->size && memchr(" \t", file->text[end], 2) != NULL;
        return (struct range){begin, end + meets};
    }
    last = line_end(file, last);
    /* One of two blank lines that would meet goes too. */
    bool is_behind_brace = first > 1 && memchr("{", file->text[first - 2], 1) != NULL;
    if (first > 0
        && (is_behind_brace || line_is_blank(file, line_begin(file, first - 1)))
        && line_is_blank(file, last))
    {
        last = line_end(file, last);
    }
    return (struct range){first, last};
}
