#include "convert/arena_text.h"

char *
text_of(const struct conversion *c, const struct source_file *file, uint32_t begin,
        uint32_t end)
{
    return arena_copy(c->arena, file->text + begin, end - begin);
}
