/* What a file includes, and where it can include more. */
#include "convert/text/includes.h"

#include <string.h>

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "convert/text/places.h"

uint32_t
include_place(const struct source_file *file, uint32_t limit)
{
    uint32_t directive;
    return last_include(file, limit, &directive) ? line_end(file, directive)
                                                 : UINT32_MAX;
}

bool
includes_header(const struct source_file *file, const char *path)
{
    return text_includes(file, path_base(path));
}

bool
has_include_guard(const struct source_file *file)
{
    struct conditional guard;
    struct word once = {.file = file};
    uint32_t end;
    while (word_next(&once, "once", file->size)) {
        uint32_t begin = directive_around(file, once.begin, &end);
        if (end > begin && text_has_word(file, begin, end, "pragma")) {
            return true;
        }
    }
    return conditional_next(file, 0, file->size, &guard)
           && text_has_word(file, guard.begin, line_end(file, guard.begin), "ifndef")
           && !text_is_code(file, 0, guard.begin)
           && !text_is_code(file, line_end(file, guard.last), file->size);
}

/* TRIED is by file, and of this question. */
static bool
reaches(const struct conversion *c, const struct source_file *file,
        const struct source_file *other, bool *tried)
{
    if (file == other) {
        return true;
    }
    tried[file->id] = true;
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *next = c->source->files[i];
        if (next->is_project && !next->is_main && !tried[next->id]
            && includes_header(file, next->path) && reaches(c, next, other, tried))
        {
            return true;
        }
    }
    return false;
}

bool
includes_through(const struct conversion *c, const struct source_file *file,
                 const struct source_file *other)
{
    return reaches(c, file, other, ARENA_ARRAY(c->arena, bool, c->source->n_files));
}
