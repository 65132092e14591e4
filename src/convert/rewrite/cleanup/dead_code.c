/* What nothing uses any more once types are specs and statics are fields: tables whose
 * fields are slots, empty branches, macros of static types. */
#include "convert/rewrite/cleanup/dead_code.h"

#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/plan/module.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/declarations.h"
#include "convert/text/branch_lines.h"
#include "convert/text/edited.h"
#include "convert/text/places.h"
#include "model/extent.h"

void
remove_sub_table(struct rewriter *r, const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        const struct node *use = table->uses[i];
        if (!edited_whole(&r->edits, use->file, use->begin, use->end)) {
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
        if (!edited_away(&r->edits, file, piece.begin, piece.end)) {
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
        bool is_changed = edited_file(&r->edits, file);
        struct conditional conditional;
        for (uint32_t at = 0;
             is_changed && conditional_next(file, at, file->size, &conditional);
             at = conditional.begin + 1)
        {
            remove_if_empty(r, &conditional);
        }
    }
}

/* Are A and B read together, so that one can use a macro of the other? */
static bool
are_of_one_unit(const struct source_file *a, const struct source_file *b)
{
    for (size_t i = 0; i < a->n_mains; i++) {
        for (size_t k = 0; k < b->n_mains; k++) {
            if (a->mains[i] == b->mains[k]) {
                return true;
            }
        }
    }
    return a == b;
}

/* Was NAME, a macro of FILE, used, and is it no more? */
static bool
has_become_unused(const struct rewriter *r, const struct source_file *file, const char *name)
{
    bool was_used = false;
    for (size_t i = 0; i < r->source->n_files; i++) {
        struct word word = {.file = r->source->files[i]};
        if (!are_of_one_unit(file, word.file)) {
            continue;
        }
        while (word_next(&word, name, word.file->size)) {
            if (word.is_defined) {
                continue;
            }
            if (!edited_whole(&r->edits, word.file, word.begin, word.end)) {
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

/* The innermost conditional around OFFSET of FILE; false: there is none. */
static bool
innermost_around(const struct source_file *file, uint32_t offset, struct conditional *out)
{
    struct conditional one;
    bool is_found = false;
    for (uint32_t at = 0; conditional_next(file, at, offset, &one); at = one.begin + 1) {
        if (one.last > offset) {
            *out = one;
            is_found = true;
        }
    }
    return is_found;
}

/* A conditional around OFFSET goes as well, if no line is left in any of its branches. */
static void
remove_if_all_went(struct rewriter *r, const struct source_file *file, uint32_t offset)
{
    struct conditional around;
    if (!innermost_around(file, offset, &around)) {
        return;
    }
    for (uint32_t line = line_end(file, around.begin); line < around.last;
         line = line_end(file, line))
    {
        uint32_t end = line_end(file, line);
        if (end > around.last) {
            break; /* that of #endif */
        }
        if (!line_is_blank(file, line) && !edited_away(&r->edits, file, line, end)) {
            return;
        }
    }
    uint32_t begin = line_begin(file, around.begin), end = line_end(file, around.last);
    begin = conditional_begin(file, begin, end);
    change_cover(r, file, lone_begin(file, begin, end), end, "", "it is empty");
}

/* Where the line at LINE of FILE is taken away from: a blank one in front goes with it, unless
 * it went with what stood there. */
static uint32_t
own_begin(const struct rewriter *r, const struct source_file *file, uint32_t line)
{
    uint32_t begin = lone_begin(file, line, line_end(file, line));
    return begin < line && edited_range(&r->edits, file, begin, line) ? line : begin;
}

/* `#define INITERROR return NULL` and the like, of which all uses are gone. */
void
remove_dead_returns(struct rewriter *r)
{
    if (r->plan->init->setup == NULL) {
        return;
    }
    for (size_t i = 0; i < r->source->n_macros; i++) {
        const struct macro *macro = r->source->macros[i];
        const struct source_file *file = macro->file;
        if (macro->function_like || !file->is_project || !macro_is_return(macro)
            || !has_become_unused(r, file, macro->name))
        {
            continue;
        }
        struct word word = {.file = file};
        while (word_next(&word, macro->name, file->size)) {
            if (word.is_defined && !edited_whole(&r->edits, file, word.begin, word.end)) {
                change_cover(r, file, own_begin(r, file, line_begin(file, word.begin)),
                             line_end(file, word.begin), "", "no function uses it");
                remove_else_if_empty(r, &word);
                remove_if_all_went(r, file, word.begin);
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
        for (size_t k = 0; k < mention_count(r->plan) && !is_used; k++) {
            if (mention_at(r->plan, k)->macro == macro) {
                is_mentioned = true;
                is_used = !edited_whole(&r->edits, mention_at(r->plan, k)->file,
                                        mention_at(r->plan, k)->begin, mention_at(r->plan, k)->end);
            }
        }
        if (is_mentioned && !is_used && macro_fills_types(macro)) {
            change_cover(r, macro->file, line_begin(macro->file, macro->begin),
                         line_end(macro->file, macro->end), "",
                         "no static type uses it");
        }
    }
}
