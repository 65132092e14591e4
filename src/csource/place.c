#include "csource/unit.h"

/* What libclang said of one location.  Nodes begin where their first child begins, and
 * end where the last one ends: most are asked for again soon. */
struct known_location {
    CXSourceLocation location;
    struct place file, spelling, expansion;
    bool has_file, has_spelling, has_expansion;
};

enum { LOCATION_BITS = 9 }; /* of the number of locations that are remembered */

static bool
same_location(CXSourceLocation a, CXSourceLocation b)
{
    /* As clang_equalLocations does. */
    return a.int_data == b.int_data && a.ptr_data[0] == b.ptr_data[0]
           && a.ptr_data[1] == b.ptr_data[1];
}

static struct known_location *
known_location(struct unit *unit, CXSourceLocation location)
{
    if (unit->locations == NULL) {
        unit->locations =
            ARENA_ARRAY(unit->arena, struct known_location, 1u << LOCATION_BITS);
    }
    uint32_t slot = (uint32_t)location.int_data * 2654435761u >> (32 - LOCATION_BITS);
    struct known_location *known = &unit->locations[slot];
    if (!same_location(known->location, location)) {
        *known = (struct known_location){.location = location};
    }
    return known;
}

/* Is LOCATION in a file and not in the expansion of a macro?  Only of libclangs that
 * are known to tell both by the highest bit (clang::SourceLocation). */
bool
unit_is_in_file(const struct unit *unit, CXSourceLocation location)
{
    return unit->clang->has_known_locations && location.int_data != 0
           && location.int_data >> 31 == 0;
}

bool
unit_is_in_macro(const struct unit *unit, CXSourceLocation location)
{
    return unit->clang->has_known_locations && location.int_data >> 31 != 0;
}

/* The text that LOCATION's number lies in, if one is known, or NULL. */
static const struct text_numbers *
text_around(struct unit *unit, CXSourceLocation location)
{
    if (unit->texts.n_items == 0 || !unit_is_in_file(unit, location)) {
        return NULL;
    }
    const struct text_numbers *items = unit->texts.items;
    size_t low = unit->last_text, high = unit->texts.n_items;
    if (location.int_data - items[low].first >= items[low].size) {
        low = 0;
        while (low < high) { /* the first that begins behind it */
            size_t middle = low + (high - low) / 2;
            if (items[middle].first <= location.int_data) {
                low = middle + 1;
            }
            else {
                high = middle;
            }
        }
        if (low == 0) {
            return NULL;
        }
        low--;
    }
    if (location.int_data - items[low].first >= items[low].size) {
        return NULL;
    }
    unit->last_text = low;
    return &items[low];
}

/* LOCATION is PLACE, in a text that is not known yet. */
static void
enter_text(struct unit *unit, CXSourceLocation location, struct place place)
{
    struct text_numbers text = {.entry = place.entry,
                                .first = location.int_data - place.offset,
                                .size = place.entry->file.is_project
                                            ? place.entry->file.size
                                            : place.entry->foreign_size};
    if (place.offset > location.int_data || text.size == 0) {
        return;
    }
    LIST_ADD(unit->arena, unit->texts, text);
    struct text_numbers *items = unit->texts.items;
    size_t i = unit->texts.n_items - 1;
    for (; i > 0 && items[i - 1].first > text.first; i--) {
        items[i] = items[i - 1];
    }
    items[i] = text;
    unit->last_text = i;
}

typedef void locate_function(CXSourceLocation, CXFile *, unsigned *, unsigned *,
                             unsigned *);

static struct place
locate(struct unit *unit, CXSourceLocation location, locate_function *function)
{
    CXFile handle = NULL;
    unsigned offset = 0;
    function(location, &handle, NULL, NULL, &offset);
    struct place place = {unit_file(unit, handle, location), offset};
    if (place.entry != NULL && unit_is_in_file(unit, location)) {
        enter_text(unit, location, place);
    }
    return place;
}

struct place
unit_place(struct unit *unit, CXSourceLocation location)
{
    const struct text_numbers *text = text_around(unit, location);
    if (text != NULL) {
        return (struct place){text->entry, location.int_data - text->first};
    }
    struct known_location *known = known_location(unit, location);
    if (!known->has_file) {
        known->file = locate(unit, location, unit->clang->getFileLocation);
        known->has_file = true;
    }
    return known->file;
}

/* Where the token at LOCATION is spelled; no file for one that a macro pastes.  Before
 * libclang 19 clang_getSpellingLocation gives the use of a macro for what its body holds;
 * the token that is read there is told in the body by all of them. */
static struct place
token_place(struct unit *unit, CXSourceLocation location)
{
    const struct libclang *clang = unit->clang;
    CXToken *tokens = NULL;
    unsigned n_tokens = 0;
    clang->tokenize(unit->tu, clang->getRange(location, location), &tokens, &n_tokens);
    struct place place = {NULL, 0};
    if (n_tokens != 0) {
        place = unit_place(unit, clang->getTokenLocation(unit->tu, tokens[0]));
    }
    clang->disposeTokens(unit->tu, tokens, n_tokens);
    return place;
}

struct place
unit_spelling(struct unit *unit, CXSourceLocation location)
{
    if (unit_is_in_file(unit, location)) {
        return unit_place(unit, location);
    }
    const struct known_location *known = known_location(unit, location);
    if (known->has_spelling) {
        return known->spelling;
    }
    struct place spelling = token_place(unit, location);
    struct known_location *entry = known_location(unit, location); /* as it is by now */
    entry->spelling = spelling;
    entry->has_spelling = true;
    return spelling;
}

struct place
unit_expansion(struct unit *unit, CXSourceLocation location)
{
    if (unit_is_in_file(unit, location)) {
        return unit_place(unit, location);
    }
    struct known_location *known = known_location(unit, location);
    if (!known->has_expansion) {
        known->expansion = locate(unit, location, unit->clang->getExpansionLocation);
        known->has_expansion = true;
    }
    return known->expansion;
}
