/* What rewriting has done that a later pass asks for. */
#include "convert/rewrite/records.h"

struct recorded_deed {
    enum deed deed;
    const void *subject;
    const char *detail; /* NULL: none */
};

struct records {
    struct arena *arena;
    struct recorded_deed *deeds;
    size_t n_deeds, deeds_capacity;
    struct state_use *uses;
    size_t n_uses, uses_capacity;
};

struct records *
records_new(struct arena *arena)
{
    struct records *records = ARENA_NEW(arena, struct records);
    *records = (struct records){.arena = arena};
    return records;
}

bool
record_deed(struct rewriter *r, enum deed deed, const void *subject,
            const char *detail)
{
    struct records *records = r->records;
    for (size_t i = 0; i < records->n_deeds; i++) {
        const struct recorded_deed *known = &records->deeds[i];
        if (known->deed == deed && known->subject == subject
            && string_equal(known->detail, detail))
        {
            return false;
        }
    }
    ARENA_GROW(records->arena, records->deeds, records->n_deeds,
               records->deeds_capacity);
    records->deeds[records->n_deeds++] = (struct recorded_deed){deed, subject, detail};
    return true;
}

bool
deed_is_recorded(const struct rewriter *r, enum deed deed, const void *subject)
{
    for (size_t i = 0; i < r->records->n_deeds; i++) {
        const struct recorded_deed *known = &r->records->deeds[i];
        if (known->deed == deed && known->subject == subject) {
            return true;
        }
    }
    return false;
}

void
record_state_use(struct rewriter *r, const struct source_file *file, uint32_t begin,
                 uint32_t end)
{
    struct records *records = r->records;
    ARENA_GROW(records->arena, records->uses, records->n_uses, records->uses_capacity);
    records->uses[records->n_uses++] = (struct state_use){file, begin, end};
}

const struct state_use *
recorded_state_uses(const struct rewriter *r, size_t *out_n)
{
    *out_n = r->records->n_uses;
    return r->records->uses;
}
