/* The length of an array that goes into the state's header can be a macro of the file
 * that the array leaves: then its definition goes along, with the #if around it. */
#include "convert/rewrite/state/sizes.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "model/extent.h"

enum { MAX_NAMES = 16 };

/* Lines that are in the header already. */
struct carried {
    const struct source_file *file;
    uint32_t begin;
};

struct names {
    const char *items[MAX_NAMES];
    size_t n_items;
};

/* Add what the text in [begin, end) of FILE names, if FILE itself defines it. */
static void
add_names(const struct conversion *c, struct names *names,
          const struct source_file *file, uint32_t begin, uint32_t end)
{
    struct word word = {.file = file, .end = begin};
    while (word_next(&word, NULL, end)) {
        for (size_t k = 0; k < c->source->n_macros && names->n_items < MAX_NAMES; k++) {
            const struct macro *macro = c->source->macros[k];
            if (macro->file != file || !word_is(&word, macro->name)) {
                continue;
            }
            bool is_known = false;
            for (size_t n = 0; n < names->n_items; n++) {
                is_known |= strcmp(names->items[n], macro->name) == 0;
            }
            if (!is_known) {
                names->items[names->n_items++] = macro->name;
                add_names(c, names, file, macro->body, macro->end);
            }
        }
    }
}

void
carry_sizes(struct rewriter *r, struct strbuf *out, const struct source_file *file,
            uint32_t place)
{
    struct carried *carried = NULL;
    size_t n_carried = 0, capacity = 0;
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->plan->stages->fields[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        const struct declaration *d =
            plan != NULL ? variable_declaration(variable) : NULL;
        struct names names = {.n_items = 0};
        struct range definitions;

        if (d == NULL || variable->type->kind != TYPE_ARRAY || !d->file->is_main) {
            continue;
        }
        add_names(r->plan, &names, d->file, d->name, after_semicolon(d->file, d->end));
        if (names.n_items == 0
            || !text_of_definitions(d->file, names.items, names.n_items, &definitions))
        {
            continue; /* what it is too early for will not compile, and is told then */
        }
        uint32_t begin = line_begin(d->file, definitions.begin);
        uint32_t end = line_end(d->file, definitions.end);
        if (file != NULL && (d->file != file || begin < place)) {
            continue; /* known there */
        }
        bool is_carried = false;
        for (size_t k = 0; k < n_carried; k++) {
            is_carried |= carried[k].file == d->file && carried[k].begin == begin;
        }
        if (!is_carried) {
            ARENA_GROW(r->arena, carried, n_carried, capacity);
            carried[n_carried++] = (struct carried){d->file, begin};
            strbuf_format(out, "%s\n", text_of(r->plan, d->file, begin, end));
            change_cover(r, d->file, begin, end, "", "the module state needs it");
        }
    }
}
