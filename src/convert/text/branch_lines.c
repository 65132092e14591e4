/* The lines that go with a conditional of the preprocessor that is taken away. */
#include "convert/text/branch_lines.h"

#include <string.h>

#include "convert/text/places.h"

uint32_t
conditional_begin(const struct source_file *file, uint32_t begin, uint32_t end)
{
    uint32_t place = place_before(file, begin);
    bool is_blank = true;
    for (uint32_t i = end; i < file->size && is_blank && file->text[i] != '\n'; i++) {
        is_blank = strchr(" \t\r}", file->text[i]) != NULL;
    }
    return is_blank && place > 0 ? place : begin;
}

uint32_t
lone_begin(const struct source_file *file, uint32_t begin, uint32_t end)
{
    uint32_t before = begin > 0 ? line_begin(file, begin - 1) : begin;
    bool is_between =
        strspn(file->text + before, " \t\r") >= begin - 1 - before && begin > before
        && end < file->size
        && strchr("\r\n", file->text[end + strspn(file->text + end, " \t")])
               != NULL;
    return is_between ? before : begin;
}
