/* The length of an array that goes into the state's header can be a macro of the file
 * that the array leaves: then its definition goes along, with the #if around it. */
#include "convert/plan/array_sizes.h"

#include <string.h>

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "convert/text/places.h"

enum { MAX_NAMES = 16 };

struct names {
    const char *items[MAX_NAMES];
    size_t n_items;
};

/* Add MACRO, and what its body names, of the macros that the same file defines. */
static void
add_macro(const struct conversion *c, struct names *names, const struct macro *macro)
{
    for (size_t i = 0; i < names->n_items; i++) {
        if (strcmp(names->items[i], macro->name) == 0) {
            return;
        }
    }
    if (names->n_items == MAX_NAMES) {
        return;
    }
    names->items[names->n_items++] = macro->name;
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *other = c->source->macros[i];
        if (other->file == macro->file && macro_has_word(macro, other->name)) {
            add_macro(c, names, other);
        }
    }
}

/* The macros of the same file that [BEGIN, END) of FILE uses. */
static struct names
names_of(const struct conversion *c, const struct source_file *file, uint32_t begin,
         uint32_t end)
{
    struct names names = {.n_items = 0};
    for (size_t i = 0; i < c->source->n_expansions; i++) {
        const struct expansion *use = &c->source->expansions[i];
        if (use->file == file && use->begin >= begin && use->begin < end && use->macro != NULL
            && use->macro->file == file)
        {
            add_macro(c, &names, use->macro);
        }
    }
    return names;
}

static bool
is_listed(const struct array_sizes *sizes, const struct source_file *file, uint32_t begin)
{
    for (size_t i = 0; i < sizes->n_items; i++) {
        if (sizes->items[i].file == file && sizes->items[i].begin == begin) {
            return true;
        }
    }
    return false;
}

void
add_array_sizes(const struct conversion *c, struct array_sizes *sizes,
                const struct source_file *file, uint32_t begin, uint32_t end,
                const struct state_place *place)
{
    struct range definitions;
    struct names names = names_of(c, file, begin, end);
    if (names.n_items == 0
        || !text_of_definitions(file, names.items, names.n_items, &definitions))
    {
        return; /* what it is too early for will not compile, and is told then */
    }
    uint32_t first = line_begin(file, definitions.begin);
    if ((place->file == NULL || (file == place->file && first >= place->offset))
        && !is_listed(sizes, file, first))
    {
        ARENA_ADD(c->arena, sizes->items, sizes->n_items, sizes->capacity,
                  &(struct size_definitions){file, first, line_end(file, definitions.end)});
    }
}

struct array_sizes
array_sizes_of_fields(const struct conversion *c, const struct state_place *place)
{
    struct array_sizes sizes = {NULL, 0, 0};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->stages->fields[i];
        const struct declaration *d =
            moving(c, variable) != NULL ? variable_declaration(variable) : NULL;
        if (d != NULL && variable->type->kind == TYPE_ARRAY && d->file->is_main) {
            add_array_sizes(c, &sizes, d->file, d->name, d->end, place);
        }
    }
    return sizes;
}
