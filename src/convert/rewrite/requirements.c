/* What the text written so far needs. */
#include "convert/rewrite/requirements.h"

#include "convert/rewrite/rewriter.h"

void
require(struct rewriter *r, enum requirement what)
{
    r->required.helpers |= (unsigned)what;
}

bool
is_required(const struct rewriter *r, enum requirement what)
{
    return (r->required.helpers & (unsigned)what) != 0;
}

void
require_header(struct rewriter *r, unsigned parts)
{
    r->required.header_parts |= parts;
}

void
require_header_at(struct rewriter *r, unsigned parts, const struct source_file *file,
                  uint32_t offset)
{
    struct requirements *required = &r->required;

    require_header(r, parts);
    for (size_t i = 0; i < required->n_wants; i++) {
        struct header_want *want = &required->wants[i];
        if (want->file == file) {
            want->offset = offset < want->offset ? offset : want->offset;
            want->parts |= parts;
            return;
        }
    }
    ARENA_GROW(r->arena, required->wants, required->n_wants, required->wants_capacity);
    required->wants[required->n_wants++] = (struct header_want){file, offset, parts};
}
