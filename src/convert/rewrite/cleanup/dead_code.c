/* What nothing uses any more once types are specs and statics are fields: tables whose
 * fields are slots, empty branches, macros of static types. */
#include "convert/rewrite/cleanup/dead_code.h"

#include "convert/facts/branches.h"
#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/state/declarations.h"

static bool
use_is_edited(const struct conversion *c, const struct node *use)
{
    struct edit_walk walk = edits_near(&c->edits, use->file, use->begin, use->end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && edit->begin <= use->begin && edit->end >= use->end) {
            return true;
        }
    }
    return false;
}

void
remove_sub_table(struct conversion *c, const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        if (!use_is_edited(c, table->uses[i])) {
            return;
        }
    }
    for (size_t i = 0; i < table->n_declarations; i++) {
        const struct declaration *d = &table->declarations[i];
        if (is_one_of_several(d) || d->from_macro) {
            return;
        }
        remove_text(c, d->file, d->begin, after_semicolon(d->file, d->end),
                    "its fields are slots");
    }
}

/* Is the token replaced or removed? */
static bool
is_covered(const struct conversion *c, const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    struct edit_walk walk = edits_near(&c->edits, file, token->begin, token->end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && edit->begin <= token->begin && edit->end >= token->end) {
            return true;
        }
    }
    return false;
}

static bool
is_removed(const struct conversion *c, const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    struct edit_walk walk = edits_near(&c->edits, file, token->begin, token->end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->covers && *edit->text == '\0' && edit->begin <= token->begin
            && edit->end >= token->end)
        {
            return true;
        }
    }
    return false;
}

/* If all that stood between the #if at token I and its #endif was removed, so are
 * they. */
static void
remove_if_empty(struct conversion *c, const struct source_file *file, size_t i)
{
    uint32_t opens = file->tokens[i].directive;
    bool has_removed = false;
    size_t k = i;
    while (k < file->n_tokens && file->tokens[k].directive == opens) {
        k++;
    }
    for (; k < file->n_tokens && file->tokens[k].directive == 0; k++) {
        if (!is_removed(c, file, k)) {
            return;
        }
        has_removed = true;
    }
    if (!has_removed || k + 1 >= file->n_tokens || !token_is(file, k, "#")
        || !token_is(file, k + 1, "endif"))
    {
        return;
    }
    uint32_t begin = line_begin(file, file->tokens[i].begin);
    uint32_t end = line_end(file, file->tokens[k].begin);
    change_cover(c, file, conditional_begin(file, begin, end), end, "",
                 "nothing is left in it");
}

void
remove_empty_branches(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        bool is_changed = false;
        for (size_t k = 0; k < c->edits.n_items && !is_changed; k++) {
            is_changed = c->edits.items[k].file == file;
        }
        for (size_t k = 0; is_changed && k + 1 < file->n_tokens; k++) {
            if (file->tokens[k].directive != 0 && token_is(file, k, "#")
                && string_starts(file->text + file->tokens[k + 1].begin, "if"))
            {
                remove_if_empty(c, file, k);
            }
        }
    }
}

/* Does the macro's body give fields of a type? */
static bool
macro_fills_types(const struct macro *macro)
{
    const struct source_file *file = macro->file;
    for (size_t i = token_at(file, macro->body);
         i + 1 < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        if (token_is(file, i, ".")
            && string_starts(file->text + file->tokens[i + 1].begin, "tp_"))
        {
            return true;
        }
    }
    return false;
}

static bool
defines(const struct source_file *file, size_t i)
{
    return i >= 2 && token_is(file, i - 1, "define") && token_is(file, i - 2, "#");
}

/* Was NAME used, and is it no more? */
static bool
has_become_unused(const struct conversion *c, const char *name)
{
    bool was_used = false;
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (file->tokens[k].kind != TOKEN_IDENTIFIER || !token_is(file, k, name)
                || defines(file, k))
            {
                continue;
            }
            if (!is_covered(c, file, k)) {
                return false;
            }
            was_used = true;
        }
    }
    return was_used;
}

/* `#else`, the definition that went, `#endif`: the branch goes, too. */
static void
remove_else_if_empty(struct conversion *c, const struct source_file *file, size_t name)
{
    uint32_t directive = file->tokens[name].directive;
    size_t before = name - 2, after = name;
    uint32_t first, last;

    if (before < 2 || !token_is(file, before - 1, "else")
        || !token_is(file, before - 2, "#"))
    {
        return;
    }
    while (after < file->n_tokens && file->tokens[after].directive == directive) {
        after++;
    }
    if (!token_is(file, after, "#") || !token_is(file, after + 1, "endif")) {
        return;
    }
    first = line_begin(file, file->tokens[before - 2].begin);
    last = line_begin(file, file->tokens[after].begin);
    change_cover(c, file, first, last, "", "nothing is left in it");
}

/* `#define INITERROR return NULL` and the like, of which all uses are gone. */
void
remove_dead_returns(struct conversion *c)
{
    if (c->is_refused || c->setup == NULL) {
        return;
    }
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        const struct source_file *file = macro->file;
        if (macro->function_like || macro->body >= macro->end || !file->is_project
            || !token_is(file, token_at(file, macro->body), "return")
            || !has_become_unused(c, macro->name))
        {
            continue;
        }
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (token_is(file, k, macro->name) && defines(file, k)
                && !is_covered(c, file, k)) {
                uint32_t begin = file->tokens[k].begin;
                change_cover(c, file, lone_begin(file, line_begin(file, begin)),
                             line_end(file, begin), "", "no function uses it any more");
                remove_else_if_empty(c, file, k);
            }
        }
    }
}

void
remove_unused_macros(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        bool is_mentioned = false, is_used = false;
        for (size_t k = 0; k < c->n_mentions && !is_used; k++) {
            if (c->mentions[k].macro == macro) {
                is_mentioned = true;
                is_used = !is_covered(c, c->mentions[k].file, c->mentions[k].token);
            }
        }
        if (is_mentioned && !is_used && macro_fills_types(macro)) {
            change_cover(c, macro->file, line_begin(macro->file, macro->begin),
                         line_end(macro->file, macro->end), "",
                         "the static types that used it are gone");
        }
    }
}
