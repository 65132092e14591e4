/* What rewriting begins with. */
#include "convert/rewrite/rewriter.h"

#include "convert/rewrite/records.h"

void
rewriter_init(struct rewriter *r, const struct conversion *c)
{
    *r = (struct rewriter){
        .plan = c,
        .source = c->source,
        .options = c->options,
        .arena = c->arena,
    };
    edits_init(&r->edits, c->arena);
    r->records = records_new(c->arena);
    r->lookups = ARENA_ARRAY(c->arena, struct lookup, c->source->n_functions + 1);
    r->added_flags = ARENA_ARRAY(c->arena, const char *, c->source->n_variables + 1);
}
