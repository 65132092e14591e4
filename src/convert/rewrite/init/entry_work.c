/* What PyInit does in multi-phase initialisation with the state moves to the beginning of
 * the exec function. */
#include "convert/rewrite/init/entry_work.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/entry_work.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "model/extent.h"

const char *
take_entry_work(struct rewriter *r)
{
    const struct entry_work *plan = r->plan->entry_work;
    const struct node *last = plan->last;
    if (last == NULL) {
        return "";
    }
    const struct source_file *file = r->plan->module->entry->body->file;
    uint32_t begin = line_end(file, r->plan->module->entry->body->begin);
    uint32_t end = after_semicolon(file, last->end);
    if (begin > r->plan->module->entry->body->first->begin) {
        begin = r->plan->module->entry->body->first->begin;
    }
    uint32_t with_comment =
        line_end(file, end) <= last->next->begin ? line_end(file, end) : end;
    for (size_t i = 0; i < plan->n_values; i++) {
        const struct node *value = plan->values[i];
        change_cover(r, value->file, value->begin, value->end, "-1",
                     "the exec function returns 0 or -1");
    }
    const char *work = rendered(r, file, begin, with_comment);
    size_t size = strlen(work);
    while (size > 0 && strchr(" \t\r\n", work[size - 1]) != NULL) {
        size--;
    }
    work =
        TEXT(r, "%s%.*s\n", *work == ' ' || *work == '\t' ? "" : "\t", (int)size, work);
    remove_text(r, file, begin, end,
                "it needs the state, so it moves to the exec function");
    return work;
}
