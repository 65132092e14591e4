/* Is each mention of what moves edited?  The plan has found none that is not converted
 * (plan/stray_mentions.c): this holds rewriting against it. */
#include "convert/rewrite/cleanup/mention_check.h"

#include "convert/arena_text.h"
#include "convert/facts/generated.h"
#include "convert/facts/mentions.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/faults.h"
#include "convert/text/edited.h"

static void
find_generated(struct rewriter *r)
{
    const struct source_file *file;
    uint32_t begin;
    for (size_t i = 0; (file = edited_file_at(&r->edits, i, &begin)) != NULL; i++) {
        if (file->is_generated) {
            add_fault(r, (struct rewrite_fault){
                             file, begin, NULL, generated_reason(r->plan, file)});
            return;
        }
    }
}

void
find_missing_edits(struct rewriter *r)
{
    find_generated(r);
    for (size_t i = 0; i < mention_count(r->plan); i++) {
        const struct mention *mention = mention_at(r->plan, i);
        if (moving(r->plan, mention->variable) != NULL
            && !edited_range(&r->edits, mention->file, mention->begin, mention->end))
        {
            add_fault(r, (struct rewrite_fault){
                             mention->file, mention->begin, mention->variable->name,
                             TEXT(r, "unsupported use of '%s'",
                                  mention->variable->name)});
        }
    }
}
