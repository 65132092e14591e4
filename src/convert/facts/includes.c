/* What a file includes, and where it can include more. */
#include "convert/facts/includes.h"

#include <string.h>

#include "convert/facts/places.h"

uint32_t
include_place(const struct source_file *file, uint32_t limit)
{
    uint32_t place = UINT32_MAX;
    unsigned depth = 0, best = UINT32_MAX;

    for (size_t i = 0; i + 1 < file->n_tokens && file->tokens[i].begin < limit; i++) {
        bool begins =
            file->tokens[i].directive != 0 && token_is(file, i, "#")
            && (i == 0 || file->tokens[i - 1].directive != file->tokens[i].directive);
        if (!begins) {
            continue;
        }
        if (string_starts(file->text + file->tokens[i + 1].begin, "if")) {
            depth++;
        }
        else if (token_is(file, i + 1, "endif") && depth > 0) {
            depth--;
        }
        else if (token_is(file, i + 1, "include") && depth <= best) {
            best = depth;
            place = line_end(file, file->tokens[i].begin);
        }
    }
    return place;
}

bool
includes_header(const struct conversion *c, const struct source_file *file,
                const char *path)
{
    const char *name = path_base(path);
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (file->tokens[i].directive != 0 && token_is(file, i, "include")
            && strstr(text_of(c, file, file->tokens[i].begin,
                              line_end(file, file->tokens[i].begin)),
                      name)
                   != NULL)
        {
            return true;
        }
    }
    return false;
}
