/* What rewriting has done that a later pass asks for. */
#include "convert/rewrite/records.h"

struct records {
    struct arena *arena;
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
