/* The table of slots that a module in multi-phase initialisation has already: who declares there
 * what it supports, and where that can be declared. */
#include "convert/plan/claim_place.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/text/places.h"
#include "model/extent.h"

/* --- who declares it ------------------------------------------------------------------ */

static const char interpreters[] = "Py_mod_multiple_interpreters";

/* Does a macro of the project give the slot, in any of its definitions, and stand in
 * [BEGIN, END) of FILE, or in such a macro, DEPTH deep at the most? */
static bool
has_macro_of_claim(const struct conversion *c, const struct source_file *file, uint32_t begin,
                   uint32_t end, const char *slot, int depth)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        struct word word = {.file = c->source->files[i]};
        while (word.file->is_project && word_next(&word, slot, word.file->size)) {
            struct range name;
            bool is_like_function;
            if (!word.is_in_directive
                || !inactive_macro(word.file, word.begin, &name, &is_like_function))
            {
                continue;
            }
            const char *macro = text_of(c, word.file, name.begin, name.end);
            if (text_has_word(file, begin, end, macro)
                || (depth > 0 && strcmp(macro, slot) != 0
                    && has_macro_of_claim(c, file, begin, end, macro, depth - 1)))
            {
                return true;
            }
        }
    }
    return false;
}

bool
table_has_claim(const struct conversion *c, const struct variable *table)
{
    enum { MACRO_DEPTH = 3 };
    const struct declaration *d = variable_declaration(table);
    return c->module->claim_slot != NULL
           || text_has_word(d->file, d->name, d->end, interpreters)
           || has_macro_of_claim(c, d->file, d->name, d->end, interpreters, MACRO_DEPTH);
}

/* --- where it can go ------------------------------------------------------------------ */

/* Does code use TABLE, or another definition? */
static bool
is_used_elsewhere(const struct conversion *c, const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        if (table->uses[i]->holder != c->module->variable) {
            return true;
        }
    }
    return false;
}

/* May a place in the table be written, `[1] = {…}`? */
static bool
has_numbers(const struct brackets *braces)
{
    const char *text = braces->file->text + braces->open;
    return memchr(text, '[', braces->close - braces->open) != NULL;
}

/* Where the entry of TABLE begins that ends it; false: none is written there. */
static bool
find_end(const struct variable *table, const struct brackets *braces, uint32_t *out)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *slot = &table->initializers[i];
        if (strcmp(slot->field, "slot") != 0 || !slot->is_zero) {
            continue;
        }
        struct brackets around;
        *out = slot->begin;
        if (slot->file != braces->file || slot->begin <= braces->open
            || slot->begin >= braces->close)
        {
            return false;
        }
        while (brackets_around(braces->file, *out, &around) && around.open > braces->open) {
            *out = around.open;
        }
        return text_is_balanced(braces->file, braces->open + 1, *out);
    }
    return false;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static uint32_t
skip_blanks(const struct source_file *file, uint32_t at)
{
    while (at < file->size && is_blank(file->text[at])) {
        at++;
    }
    return at;
}

static uint32_t
skip_blanks_back(const struct source_file *file, uint32_t at)
{
    while (at > 0 && is_blank(file->text[at - 1])) {
        at--;
    }
    return at;
}

static bool
is_on_one_line(const struct source_file *file, uint32_t begin, uint32_t end)
{
    return memchr(file->text + begin, '\n', end - begin) == NULL;
}

/* In front of the entry at END. */
static void
place_in_front(const struct brackets *braces, uint32_t end, struct claim_place *out)
{
    const struct source_file *file = braces->file;
    uint32_t begin = skip_blanks_back(file, end), line = line_begin(file, end);
    if (begin < line) {
        out->at = (struct range){line, line};
        return;
    }
    out->at = (struct range){begin, end};
    out->is_in_line = true;
    if (begin > braces->open + 1 && is_on_one_line(file, braces->open, braces->close)) {
        out->open = (struct range){braces->open + 1, skip_blanks(file, braces->open + 1)};
        out->close = (struct range){skip_blanks_back(file, braces->close), braces->close};
    }
}

/* In front of all entries: in no branch that begins there. */
static void
place_first(const struct brackets *braces, struct claim_place *out)
{
    const struct source_file *file = braces->file;
    uint32_t first = skip_blanks(file, braces->open + 1);
    uint32_t next = line_end(file, braces->open);
    out->is_in_line = first < next;
    out->at = out->is_in_line ? (struct range){braces->open + 1, first}
                              : (struct range){next, next};
}

const char *
find_claim_place(const struct conversion *c, const struct variable *table,
                 struct claim_place *out)
{
    struct brackets braces;
    uint32_t end;
    *out = (struct claim_place){.is_in_line = false};
    if (table == NULL) {
        return variable_initializer(c->module->variable, "m_slots") == NULL
                   ? "it has no table of slots"
                   : "its table of slots is no variable";
    }
    const struct declaration *d = variable_declaration(table);
    if (table->initial == NULL || table->initial->origin != ORIGIN_FILE
        || table->initial->file != d->file || !node_braces(table->initial, &braces))
    {
        return "a macro makes its table of slots";
    }
    if (is_used_elsewhere(c, table)) {
        return "its table of slots is used elsewhere, too";
    }
    if (has_written_size(d->file, d->name) || has_numbers(&braces)) {
        return "its table of slots has a size or numbers";
    }
    if (find_end(table, &braces, &end)) {
        place_in_front(&braces, end, out);
    }
    else {
        place_first(&braces, out);
    }
    return NULL;
}
