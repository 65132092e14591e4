/* What the text written so far needs. */
#include "convert/requirements.h"

#include "convert/conversion.h"

void
require(struct conversion *c, enum requirement what)
{
    c->required.helpers |= (unsigned)what;
}

bool
is_required(const struct conversion *c, enum requirement what)
{
    return (c->required.helpers & (unsigned)what) != 0;
}

void
require_header(struct conversion *c, unsigned parts)
{
    c->required.header_parts |= parts;
}

void
require_header_at(struct conversion *c, unsigned parts, const struct source_file *file,
                  uint32_t offset)
{
    struct requirements *required = &c->required;

    require_header(c, parts);
    for (size_t i = 0; i < required->n_wants; i++) {
        struct header_want *want = &required->wants[i];
        if (want->file == file) {
            want->offset = offset < want->offset ? offset : want->offset;
            want->parts |= parts;
            return;
        }
    }
    ARENA_GROW(c->arena, required->wants, required->n_wants, required->wants_capacity);
    required->wants[required->n_wants++] = (struct header_want){file, offset, parts};
}
