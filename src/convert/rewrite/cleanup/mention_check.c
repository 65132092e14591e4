/* Is each mention of what moves edited?  The plan has found none that is not converted
 * (plan/stray_mentions.c): this holds rewriting against it. */
#include "convert/rewrite/cleanup/mention_check.h"

#include "convert/arena_text.h"
#include "convert/facts/generated.h"
#include "convert/facts/mentions.h"
#include "convert/plan/clinic.h"
#include "convert/plan/references.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/faults.h"
#include "convert/text/edited.h"

/* Is HEADER, of Argument Clinic, changed where it names types, and nowhere else? */
static bool
is_changed_as_planned(const struct rewriter *r, const struct source_file *header)
{
    const struct references *references = r->plan->references;
    uint32_t begin = 0;
    if (!is_told_clinic(r->plan, header)) {
        return false;
    }
    for (size_t i = 0; i < references->n_items; i++) {
        const struct mention *mention = references->items[i].mention;
        if (mention->file == header) {
            if (mention->address <= begin
                || edited_within(&r->edits, header, begin, mention->address - 1))
            {
                return false;
            }
            begin = mention->member;
        }
    }
    return !edited_within(&r->edits, header, begin, header->size);
}

static void
find_generated(struct rewriter *r)
{
    const struct source_file *file;
    uint32_t begin;
    for (size_t i = 0; (file = edited_file_at(&r->edits, i, &begin)) != NULL; i++) {
        if (file->is_generated && !is_changed_as_planned(r, file)) {
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
