#include <stdlib.h>
#include <string.h>

#include "csource/unit.h"
#include "model/tokens.h"

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
 * END, in the use of a macro at OUTER if that is another place; at least at LEAST. */
static uint32_t
extent_end(const struct extent *extent, struct place end, struct place outer,
           uint32_t least)
{
    const struct expansion *around =
        expansion_around(extent->entry, extent->begin, end.offset);
    if (around != NULL) {
        return around->end;
    }
    if (!same_place(end, outer) || end.offset <= extent->begin) {
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
 * a use that it begins in (`F(a) + b`), all of that use belongs to it.  What a macro makes
 * whose name is the argument (`EACH(ADD)`) stays a macro's. */
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
            if (extent->origin != ORIGIN_MACRO || extent->end > use->end) {
                extent->origin = use->begin == outer ? ORIGIN_FILE : ORIGIN_ARGUMENT;
            }
            return;
        }
    }
}

/* --- words ----------------------------------------------------------------- */

bool
unit_word_range(struct unit *unit, CXCursor cursor, CXSourceRange *out_range)
{
    CXSourceLocation start = unit->clang->getCursorLocation(cursor);
    if (unit->is_cxx || !unit_is_in_file(unit, start)) {
        return false;
    }
    struct place place = unit_place(unit, start);
    if (place.entry == NULL || !place.entry->file.is_project) {
        return false;
    }
    const struct source_file *file = &place.entry->file;
    size_t i = source_token(file, place.offset);
    if (i >= file->n_tokens || file->tokens[i].begin != place.offset
        || (file->tokens[i].end < file->size
            && file->text[file->tokens[i].end] == '\\')) /* it may go on */
    {
        return false;
    }
    *out_range = (CXSourceRange){
        .ptr_data = {start.ptr_data[0], start.ptr_data[1]},
        .begin_int_data = start.int_data,
        .end_int_data = start.int_data + (file->tokens[i].end - place.offset),
    };
    return true;
}

/* --- within a macro use ---------------------------------------------------- */

/* Where the location is that an extent starts with. */
struct start {
    CXSourceLocation location;
    struct place file, outer, spelled;
};

/* Does a parenthesis follow behind OFFSET, or a directive, behind which there may be
 * one?  Then what a macro gives may take it for its arguments. */
static bool
is_open_at(const struct source_file *file, uint32_t offset)
{
    size_t i = source_token(file, offset);
    while (i < file->n_tokens && file->tokens[i].kind == TOKEN_COMMENT) {
        i++;
    }
    return i < file->n_tokens
           && (file->tokens[i].directive != 0 || token_is(file, i, "("));
}

/* The macro use that begins at PLACE and takes nothing from behind its end, or none. */
static struct macro_use
macro_use_at(struct place place)
{
    struct macro_use use = {.entry = NULL};
    const struct expansion *expansion =
        place.entry != NULL && place.entry->file.is_project
            ? expansion_at(place.entry, place.offset)
            : NULL;
    if (expansion != NULL && !is_open_at(&place.entry->file, expansion->end)) {
        use.entry = place.entry;
        use.begin = expansion->begin;
        use.end = expansion->end;
        use.has_arguments = use.end - use.begin != strlen(expansion->name);
    }
    return use;
}

/* In USE, of all text only its name and its arguments lead to what it gives.  So what
 * is spelled in the arguments is told there, and without arguments all is told at the
 * name; of what comes from macros that the arguments may name, libclang is asked. */
static struct start
start_in_use(struct unit *unit, CXSourceLocation location, const struct macro_use *use)
{
    struct start start = {.location = location,
                          .outer = {use->entry, use->begin},
                          .spelled = unit_spelling(unit, location)};
    if (!use->has_arguments) {
        start.file = start.outer;
    }
    else if (start.spelled.entry == use->entry && start.spelled.offset >= use->begin
             && start.spelled.offset < use->end)
    {
        start.file = start.spelled;
    }
    else {
        start.file = unit_place(unit, location);
    }
    return start;
}

/* The place of STOP.  Where START is an argument of a macro and STOP is behind its
 * first token, their numbers tell: those of one token follow each other, and others
 * are further away. */
static struct place
stop_place(struct unit *unit, const struct start *start, CXSourceLocation stop)
{
    struct place begin = start->file;
    unsigned from = start->location.int_data;
    if (!unit_is_in_macro(unit, start->location) || !unit_is_in_macro(unit, stop)
        || stop.int_data <= from || begin.entry == NULL
        || !same_place(begin, start->spelled) || same_place(begin, start->outer))
    {
        return unit_place(unit, stop);
    }
    const struct source_file *file = &begin.entry->file;
    size_t i = source_token(file, begin.offset);
    if (i < file->n_tokens && file->tokens[i].begin == begin.offset
        && file->tokens[i].end - begin.offset == stop.int_data - from)
    {
        return (struct place){begin.entry, file->tokens[i].end};
    }
    return unit_place(unit, stop);
}

/* --- the extent ------------------------------------------------------------ */

/* Set the origin, and where in a macro EXTENT, which begins at START, is spelled. */
static void
set_origin(struct extent *extent, const struct start *start)
{
    if (!same_place(start->file, start->outer)) {
        extent->origin = ORIGIN_ARGUMENT;
    }
    bool is_spelled_there = same_place(start->file, start->spelled);
    if (!is_spelled_there
        || (extent->origin == ORIGIN_FILE
            && expansion_at(extent->entry, extent->begin)))
    {
        extent->origin = ORIGIN_MACRO;
        extent->spelled = is_spelled_there ? (struct place){NULL, 0} : start->spelled;
    }
}

struct extent
unit_extent(struct unit *unit, CXSourceRange range, const struct macro_use *around)
{
    CXSourceLocation first = unit->clang->getRangeStart(range);
    CXSourceLocation stop = unit->clang->getRangeEnd(range);
    bool is_around = around != NULL && around->entry != NULL;
    struct macro_use use = {.entry = NULL};
    struct start start = {.location = first};
    if (unit_is_in_macro(unit, first)) {
        use = is_around ? *around : macro_use_at(unit_expansion(unit, first));
    }
    if (use.entry != NULL) {
        start = start_in_use(unit, first, &use);
    }
    else {
        start.file = unit_place(unit, first);
        start.outer = unit_expansion(unit, first);
        start.spelled = unit_spelling(unit, first);
    }
    struct place end = stop_place(unit, &start, stop);
    struct extent extent = {.entry = start.file.entry,
                            .begin = start.file.offset,
                            .end = end.offset,
                            .origin = ORIGIN_FILE};
    if (extent.entry == NULL || !extent.entry->file.is_project) {
        return extent;
    }
    bool is_stop_around =
        is_around && use.entry != NULL && unit_is_in_macro(unit, stop);
    struct place end_outer = is_stop_around ? start.outer : unit_expansion(unit, stop);
    if (use.entry != NULL
        && (same_place(end_outer, start.outer)
            || (end.entry == use.entry && end.offset == use.end)))
    {
        extent.use = use;
    }
    set_origin(&extent, &start);
    uint32_t least = macro_use_end(extent.entry, extent.begin);
    if (end.entry != extent.entry) {
        extent.end = least;
        return extent;
    }
    extent.end = extent_end(&extent, end, end_outer, least);
    if (!same_place(start.file, start.outer) && start.outer.entry == extent.entry) {
        widen_over_uses(&extent, start.outer.offset);
    }
    return extent;
}
