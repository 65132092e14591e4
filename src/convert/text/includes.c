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
