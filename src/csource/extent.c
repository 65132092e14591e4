#include <stdlib.h>

#include "csource/unit.h"

/* --- places --------------------------------------------------------------- */

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
static bool
is_in_file(const struct unit *unit, CXSourceLocation location)
{
    return unit->clang->has_known_locations && location.int_data != 0
           && location.int_data >> 31 == 0;
}

/* Numbers of locations in one file follow each other, from that of its begin on: is
 * LOCATION in the file that the last one was in? */
static bool
is_in_last_text(const struct unit *unit, CXSourceLocation location)
{
    return location.int_data >= unit->last_begin
           && location.int_data - unit->last_begin < unit->last_size
           && is_in_file(unit, location);
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
    if (place.entry != NULL && offset <= location.int_data
        && is_in_file(unit, location))
    {
        unit->last_begin = location.int_data - offset;
        unit->last_size = place.entry->file.size;
        unit->last_text = place.entry;
    }
    return place;
}

struct place
unit_place(struct unit *unit, CXSourceLocation location)
{
    if (is_in_last_text(unit, location)) {
        return (struct place){unit->last_text, location.int_data - unit->last_begin};
    }
    struct known_location *known = known_location(unit, location);
    if (!known->has_file) {
        known->file = locate(unit, location, unit->clang->getFileLocation);
        known->has_file = true;
    }
    return known->file;
}

struct place
unit_spelling(struct unit *unit, CXSourceLocation location)
{
    if (is_in_file(unit, location)) {
        return unit_place(unit, location);
    }
    struct known_location *known = known_location(unit, location);
    if (!known->has_spelling) {
        known->spelling = locate(unit, location, unit->clang->getSpellingLocation);
        known->has_spelling = true;
    }
    return known->spelling;
}

struct place
unit_expansion(struct unit *unit, CXSourceLocation location)
{
    if (is_in_file(unit, location)) {
        return unit_place(unit, location);
    }
    struct known_location *known = known_location(unit, location);
    if (!known->has_expansion) {
        known->expansion = locate(unit, location, unit->clang->getExpansionLocation);
        known->has_expansion = true;
    }
    return known->expansion;
}

/* --- macro uses ---------------------------------------------------------- */

static int
by_offset(const void *a, const void *b)
{
    const struct expansion *x = a, *y = b;
    if (x->begin != y->begin) {
        return x->begin < y->begin ? -1 : 1;
    }
    return x->end == y->end ? 0 : x->end > y->end ? -1 : 1;
}

void
expansions_sort(struct reader *reader)
{
    for (size_t i = 0; i < reader->file_list.n_items; i++) {
        struct file_entry *entry = reader->file_list.items[i];
        if (!entry->is_sorted && entry->n_expansions > 1) {
            qsort(entry->expansions, entry->n_expansions, sizeof *entry->expansions,
                  by_offset);
        }
        entry->is_sorted = true;
    }
}

/* Index of the first expansion that begins at OFFSET or later. */
static size_t
expansion_index(const struct file_entry *entry, uint32_t offset)
{
    size_t low = 0, high = entry->n_expansions;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entry->expansions[middle].begin < offset) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

const struct expansion *
expansion_at(const struct file_entry *entry, uint32_t offset)
{
    size_t i = expansion_index(entry, offset);
    return i < entry->n_expansions && entry->expansions[i].begin == offset
               ? &entry->expansions[i]
               : NULL;
}

const struct expansion *
expansion_around(const struct file_entry *entry, uint32_t begin, uint32_t offset)
{
    for (size_t i = expansion_index(entry, begin); i < entry->n_expansions; i++) {
        const struct expansion *expansion = &entry->expansions[i];
        if (expansion->begin >= offset) {
            break;
        }
        if (offset < expansion->end) {
            return expansion;
        }
    }
    return NULL;
}

/* --- extents ------------------------------------------------------------- */

static bool
same_place(struct place a, struct place b)
{
    return a.entry == b.entry && a.offset == b.offset;
}

/* Behind the macro use that begins at OFFSET: by the record of expansions, or,
 * where that has none, by the tokens. */
static uint32_t
macro_use_end(const struct file_entry *entry, uint32_t offset)
{
    const struct expansion *use = expansion_at(entry, offset);
    if (use != NULL) {
        return use->end;
    }
    size_t i = source_token(&entry->file, offset);
    return i < entry->file.n_tokens ? entry->file.tokens[i].end : offset;
}

/* Behind the last token of what begins in EXTENT and, as clang says, ends at
 * END; at least at LEAST. */
static uint32_t
extent_end(struct unit *unit, const struct extent *extent, struct place end,
           CXSourceLocation stop, uint32_t least)
{
    const struct expansion *around =
        expansion_around(extent->entry, extent->begin, end.offset);
    if (around != NULL) {
        return around->end;
    }
    if (!same_place(end, unit_expansion(unit, stop)) || end.offset <= extent->begin) {
        /* An end inside a macro's body is told as the place of its use. */
        const struct expansion *use = expansion_at(extent->entry, end.offset);
        if (use != NULL && use->begin >= extent->begin) {
            return use->end;
        }
    }
    bool is_short = end.offset < least
                    && (extent->origin == ORIGIN_MACRO || end.offset <= extent->begin);
    return is_short ? least : end.offset;
}

/* EXTENT begins in an argument of the macro use at OUTER.  Where it ends behind
 * a use that it begins in (`F(a) + b`), all of that use belongs to it. */
static void
widen_over_uses(struct extent *extent, uint32_t outer)
{
    const struct file_entry *entry = extent->entry;
    for (size_t i = expansion_index(entry, outer);
         i < entry->n_expansions && entry->expansions[i].begin < extent->begin; i++)
    {
        const struct expansion *use = &entry->expansions[i];
        if (use->end > extent->begin && use->end <= extent->end) {
            extent->begin = use->begin;
            extent->origin = use->begin == outer ? ORIGIN_FILE : ORIGIN_ARGUMENT;
            return;
        }
    }
}

struct extent
unit_extent(struct unit *unit, CXSourceRange range)
{
    CXSourceLocation start = unit->clang->getRangeStart(range);
    CXSourceLocation stop = unit->clang->getRangeEnd(range);
    struct place begin = unit_place(unit, start);
    struct place end = unit_place(unit, stop);
    struct extent extent = {.entry = begin.entry,
                            .begin = begin.offset,
                            .end = end.offset,
                            .origin = ORIGIN_FILE};
    if (begin.entry == NULL || !begin.entry->file.is_project) {
        return extent;
    }
    struct place outer = unit_expansion(unit, start);
    if (!same_place(begin, outer)) {
        extent.origin = ORIGIN_ARGUMENT;
    }
    struct place spelled = unit_spelling(unit, start);
    if (!same_place(begin, spelled)
        || (extent.origin == ORIGIN_FILE && expansion_at(begin.entry, begin.offset)))
    {
        extent.origin = ORIGIN_MACRO;
        /* Before libclang 17 the spelling location is the use's own. */
        extent.spelled = same_place(begin, spelled) ? (struct place){NULL, 0} : spelled;
    }
    uint32_t least = macro_use_end(begin.entry, extent.begin);
    if (end.entry != begin.entry) {
        extent.end = least;
        return extent;
    }
    extent.end = extent_end(unit, &extent, end, stop, least);
    if (!same_place(begin, outer) && outer.entry == begin.entry) {
        widen_over_uses(&extent, outer.offset);
    }
    return extent;
}
