/* The length of an array that goes into the state's header can be a macro of the file
 * that the array leaves: then its definition goes along, with the #if around it. */
#include "convert/rewrite/state/sizes.h"

#include <string.h>

#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"

enum { MAX_NAMES = 16 };

struct names {
    const char *items[MAX_NAMES];
    size_t n_items;
};

/* Add what the tokens in [begin, end) of FILE name, if FILE itself defines it. */
static void
add_names(const struct conversion *c, struct names *names,
          const struct source_file *file, uint32_t begin, uint32_t end)
{
    for (size_t i = token_at(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        for (size_t k = 0; k < c->source->n_macros && names->n_items < MAX_NAMES; k++) {
            const struct macro *macro = c->source->macros[k];
            if (macro->file != file || !token_is(file, i, macro->name)) {
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

/* Does the directive whose first word is token I open (1) or close (-1) branches? */
static int
nesting_of(const struct source_file *file, size_t i)
{
    if (token_is(file, i, "if") || token_is(file, i, "ifdef")
        || token_is(file, i, "ifndef"))
    {
        return 1;
    }
    return token_is(file, i, "endif") ? -1 : 0;
}

/* The first word of the directive that token I begins (its #), or the count of tokens. */
static size_t
word_of_directive(const struct source_file *file, size_t i)
{
    bool is_first =
        i == 0 || file->tokens[i - 1].directive != file->tokens[i].directive;
    return file->tokens[i].directive != 0 && is_first && token_is(file, i, "#")
                   && i + 1 < file->n_tokens
               ? i + 1
               : file->n_tokens;
}

static bool
defines_one(const struct source_file *file, size_t word, const struct names *names)
{
    for (size_t n = 0; n < names->n_items && token_is(file, word, "define"); n++) {
        if (token_is(file, word + 1, names->items[n])) {
            return true;
        }
    }
    return false;
}

/* The lines of FILE, [*OUT_BEGIN, *OUT_END), that define all NAMES: from the first to the
 * last definition, and to the end of the branches they stand in.  False if anything but
 * directives and comments stands among them. */
static bool
find_definitions(const struct source_file *file, const struct names *names,
                 uint32_t *out_begin, uint32_t *out_end)
{
    size_t first = file->n_tokens, last = file->n_tokens;
    int depth = 0, lowest = 0;

    for (size_t i = 0; i < file->n_tokens; i++) {
        size_t word = word_of_directive(file, i);
        if (word < file->n_tokens && defines_one(file, word, names)) {
            first = first == file->n_tokens ? i : first;
            last = i;
        }
    }
    if (first == file->n_tokens) {
        return false;
    }
    for (size_t i = first; i <= last; i++) {
        size_t word = word_of_directive(file, i);
        depth += word < file->n_tokens ? nesting_of(file, word) : 0;
        lowest = depth < lowest ? depth : lowest;
    }
    depth -= lowest; /* branches that are open behind the last definition */
    for (int open = lowest; open < 0 && first > 0;) {
        size_t word = word_of_directive(file, --first);
        open += word < file->n_tokens ? nesting_of(file, word) : 0;
    }
    for (; depth > 0 && last + 1 < file->n_tokens;) {
        size_t word = word_of_directive(file, ++last);
        depth += word < file->n_tokens ? nesting_of(file, word) : 0;
    }
    *out_begin = line_begin(file, file->tokens[first].begin);
    while (last + 1 < file->n_tokens
           && file->tokens[last + 1].directive == file->tokens[last].directive)
    {
        last++;
    }
    *out_end = line_end(file, file->tokens[last].end);
    for (size_t i = first; i <= last; i++) {
        if (file->tokens[i].directive == 0 && file->tokens[i].kind != TOKEN_COMMENT) {
            return false;
        }
    }
    return true;
}

void
carry_sizes(struct conversion *c, struct strbuf *out, const struct source_file *file,
            uint32_t place)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        const struct declaration *d =
            plan != NULL ? variable_declaration(variable) : NULL;
        struct names names = {.n_items = 0};
        uint32_t begin, end;

        if (d == NULL || variable->type->kind != TYPE_ARRAY || !d->file->is_main) {
            continue;
        }
        add_names(c, &names, d->file, d->name, after_semicolon(d->file, d->end));
        if (names.n_items == 0 || !find_definitions(d->file, &names, &begin, &end)) {
            continue; /* what it is too early for will not compile, and is told then */
        }
        if (file != NULL && (d->file != file || begin < place)) {
            continue; /* known there */
        }
        const char *text = text_of(c, d->file, begin, end);
        if (strstr(out->text, text) == NULL) {
            strbuf_format(out, "%s\n", text);
            change_cover(c, d->file, begin, end, "", "the module state needs it");
        }
    }
}
