/* Preprocessor branches that no supported Python takes: PY_VERSION_HEX is at least the
 * floor, PY_MAJOR_VERSION is 3.  What stands in them is of no concern. */
#include "convert/facts/branches.h"

#include <string.h>

#include "convert/facts/places.h"
#include "extension/conditional.h"

struct conditions *
conditions_from(struct arena *arena, const struct source *source, unsigned floor)
{
    const struct build build = {.version = floor, .is_open = true};
    return conditions_new(arena, source, &build);
}

bool
is_dead(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    return conditions_at(c->conditions, file, offset) == TRUTH_NO;
}

bool
is_directive(const struct source_file *file, size_t i)
{
    return i + 1 < file->n_tokens && file->tokens[i].directive != 0
           && token_is(file, i, "#")
           && (i == 0 || file->tokens[i - 1].directive != file->tokens[i].directive);
}

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
lone_begin(const struct source_file *file, uint32_t begin)
{
    uint32_t before = begin > 0 ? line_begin(file, begin - 1) : begin;
    uint32_t behind = line_end(file, begin);
    bool is_between =
        strspn(file->text + before, " \t\r") >= begin - 1 - before && begin > before
        && behind < file->size
        && strchr("\r\n", file->text[behind + strspn(file->text + behind, " \t")])
               != NULL;
    return is_between ? before : begin;
}

bool
is_balanced(const struct source_file *file, uint32_t begin, uint32_t end)
{
    int depth = 0;
    for (size_t i = token_at(file, begin);
         i + 1 < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive == 0 || !token_is(file, i, "#")) {
            continue;
        }
        if (string_starts(file->text + file->tokens[i + 1].begin, "if")) {
            depth++;
        }
        else if (token_is(file, i + 1, "endif")
                 || (depth == 0 && token_is(file, i + 1, "else")))
        {
            depth--;
        }
    }
    return depth == 0;
}
