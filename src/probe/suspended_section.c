#include "probe/suspended_section.h"

/* The sections that a call is in, and where the outermost one and the last one of another
 * object inside it began. */
struct sections {
    int depth;
    uintptr_t object; /* of the outermost one */
    size_t outer, inner; /* inner: 0 while there was none */
};

static void
follow(struct sections *sections, const struct access *access, size_t index)
{
    if ((access->flags & ACCESS_SECTION) != 0 && sections->depth++ == 0) {
        *sections = (struct sections){1, access->address, index, 0};
    }
    else if ((access->flags & ACCESS_SECTION) != 0 && access->address != sections->object) {
        sections->inner = index;
    }
    else if ((access->flags & ACCESS_SECTION_END) != 0 && sections->depth > 0) {
        sections->depth--;
    }
}

static bool
is_accessed_before(const struct access *accesses, size_t index, size_t first, size_t end)
{
    const struct access *access = &accesses[index];
    for (size_t i = first; i < end; i++) {
        if (accesses[i].address < access->address + access->size
            && access->address < accesses[i].address + accesses[i].size)
        {
            return true;
        }
    }
    return false;
}

const struct access *
suspended_section_write(const struct access *accesses, size_t n,
                        bool (*counts)(const struct access *, size_t))
{
    struct sections sections = {0, 0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        follow(&sections, &accesses[i], i);
        bool is_own_write =
            (accesses[i].flags & ACCESS_WRITE) != 0 && (accesses[i].flags & ACCESS_CALLED) == 0;
        if (is_own_write && sections.depth == 1 && sections.inner > 0 && counts(accesses, i)
            && is_accessed_before(accesses, i, sections.outer, sections.inner))
        {
            return &accesses[i];
        }
    }
    return NULL;
}
