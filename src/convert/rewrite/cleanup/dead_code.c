/* What nothing uses any more once types are specs and statics are fields: tables whose
 * fields are slots, empty branches, macros of static types. */
#include "convert/rewrite/cleanup/dead_code.h"

#include "convert/text/branch_lines.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/declarations.h"
#include "model/extent.h"

static bool
use_is_edited(const struct rewriter *r, const struct node *use)
{
    struct edit_walk walk = edits_near(&r->edits, use->file, use->begin, use->end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && edit->begin <= use->begin && edit->end >= use->end) {
            return true;
        }
    }
    return false;
}

void
remove_sub_table(struct rewriter *r, const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        if (!use_is_edited(r, table->uses[i])) {
            return;
        }
    }
    for (size_t i = 0; i < table->n_declarations; i++) {
        const struct declaration *d = &table->declarations[i];
        if (is_one_of_several(d) || d->from_macro) {
            return;
        }
        remove_text(r, d->file, d->begin, after_semicolon(d->file, d->end),
                    "the slots replace its fields");
    }
}

/* Is [BEGIN, END) replaced or removed?  IS_GONE: removed? */
static bool
is_covered(const struct rewriter *r, const struct source_file *file, uint32_t begin,
           uint32_t end, bool is_gone)
{
    struct edit_walk walk = edits_near(&r->edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && (!is_gone || *edit->text == '\0') && edit->begin <= begin
            && edit->end >= end)
        {
            return true;
        }
    }
    return false;
}

/* If all that stood in CONDITIONAL was removed, so is it. */
static void
remove_if_empty(struct rewriter *r, const struct conditional *conditional)
{
    const struct source_file *file = conditional->file;
    struct range piece = conditional_content(conditional);
    bool has_removed = false;
    uint32_t stop = piece.end;

    piece.end = piece.begin;
    while (next_piece(file, stop, &piece)) {
        if (!is_covered(r, file, piece.begin, piece.end, true)) {
            return;
        }
        has_removed = true;
    }
    if (!has_removed || conditional->rest != conditional->last) {
        return;
    }
    uint32_t begin = line_begin(file, conditional->begin);
    uint32_t end = line_end(file, conditional->last);
    change_cover(r, file, conditional_begin(file, begin, end), end, "", "it is empty");
}

void
remove_empty_branches(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_files; i++) {
        const struct source_file *file = r->source->files[i];
        bool is_changed = false;
        for (size_t k = 0; k < r->edits.n_items && !is_changed; k++) {
            is_changed = r->edits.items[k].file == file;
        }
        struct conditional conditional;
        for (uint32_t at = 0;
             is_changed && conditional_next(file, at, file->size, &conditional);
             at = conditional.begin + 1)
        {
            remove_if_empty(r, &conditional);
        }
    }
}

/* Was NAME used, and is it no more? */
static bool
has_become_unused(const struct rewriter *r, const char *name)
{
    bool was_used = false;
    for (size_t i = 0; i < r->source->n_files; i++) {
        struct word word = {.file = r->source->files[i]};
        while (word_next(&word, name, word.file->size)) {
            if (word.is_defined) {
                continue;
            }
            if (!is_covered(r, word.file, word.begin, word.end, false)) {
                return false;
            }
            was_used = true;
        }
    }
    return was_used;
}

/* `#else`, the definition that went, `#endif`: the branch goes, too. */
static void
remove_else_if_empty(struct rewriter *r, const struct word *name)
{
    struct range branch;
    if (else_around(name->file, name->begin, &branch)) {
        change_cover(r, name->file, line_begin(name->file, branch.begin),
                     line_begin(name->file, branch.end), "", "it is empty");
    }
}

/* `#define INITERROR return NULL` and the like, of which all uses are gone. */
void
remove_dead_returns(struct rewriter *r)
{
    if (r->plan->is_refused || r->plan->setup == NULL) {
        return;
    }
    for (size_t i = 0; i < r->source->n_macros; i++) {
        const struct macro *macro = r->source->macros[i];
        const struct source_file *file = macro->file;
        if (macro->function_like || !file->is_project || !macro_is_return(macro)
            || !has_become_unused(r, macro->name))
        {
            continue;
        }
        struct word word = {.file = file};
        while (word_next(&word, macro->name, file->size)) {
            if (word.is_defined && !is_covered(r, file, word.begin, word.end, false)) {
                change_cover(r, file, lone_begin(file, line_begin(file, word.begin)),
                             line_end(file, word.begin), "", "no function uses it");
                remove_else_if_empty(r, &word);
            }
        }
    }
}

void
remove_unused_macros(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_macros; i++) {
        const struct macro *macro = r->source->macros[i];
        bool is_mentioned = false, is_used = false;
        for (size_t k = 0; k < r->plan->n_mentions && !is_used; k++) {
            if (r->plan->mentions[k].macro == macro) {
                is_mentioned = true;
                is_used = !is_covered(r, r->plan->mentions[k].file,
                                      r->plan->mentions[k].begin,
                                      r->plan->mentions[k].end, false);
            }
        }
        if (is_mentioned && !is_used && macro_fills_types(macro)) {
            change_cover(r, macro->file, line_begin(macro->file, macro->begin),
                         line_end(macro->file, macro->end), "",
                         "no static type uses it");
        }
    }
}
