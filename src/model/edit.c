#include "model/edit.h"

#include <stdlib.h>
#include <string.h>

#include "model/source.h"

void
edits_init(struct edits *edits, struct arena *arena)
{
    *edits = (struct edits){.arena = arena};
}

/* --- where they lie ------------------------------------------------------- */

enum {
    PIECE_SHIFT = 8, /* a piece of a file has 256 bytes */
    LEAST_HEADS = 64,
};

/* That an edit touches a piece. */
struct edit_link {
    uint32_t edit; /* its number */
    uint32_t file; /* its id */
    uint32_t piece;
    uint32_t next; /* of the same hash; 0: none */
};

static uint32_t *
head_of(const struct edits *edits, uint32_t file, uint32_t piece)
{
    uint64_t hash = ((uint64_t)file << 32 | piece) * 0x9E3779B97F4A7C15;
    return &edits->heads[hash >> 32 & (edits->n_heads - 1)];
}

static void
chain(struct edits *edits, uint32_t i)
{
    struct edit_link *link = &edits->links[i];
    uint32_t *head = head_of(edits, link->file, link->piece);
    link->next = *head;
    *head = i;
}

static void
add_link(struct edits *edits, size_t edit, uint32_t piece)
{
    if (edits->n_links == 0) {
        ARENA_GROW(edits->arena, edits->links, edits->n_links, edits->links_capacity);
        edits->n_links = 1;
    }
    ARENA_GROW(edits->arena, edits->links, edits->n_links, edits->links_capacity);
    edits->links[edits->n_links++] = (struct edit_link){
        (uint32_t)edit, (uint32_t)edits->items[edit].file->id, piece, 0};
    if (edits->n_links <= edits->n_heads) {
        chain(edits, (uint32_t)edits->n_links - 1);
        return;
    }
    edits->n_heads = edits->n_heads == 0 ? LEAST_HEADS : 2 * edits->n_heads;
    edits->heads = ARENA_ARRAY(edits->arena, uint32_t, edits->n_heads);
    for (uint32_t i = 1; i < edits->n_links; i++) {
        chain(edits, i);
    }
}

static void
add_links(struct edits *edits, size_t i)
{
    const struct edit *edit = &edits->items[i];
    for (uint32_t at = edit->begin >> PIECE_SHIFT; at <= edit->end >> PIECE_SHIFT; at++) {
        add_link(edits, i, at);
    }
}

struct edit_walk
edits_near(const struct edits *edits, const struct source_file *file, uint32_t begin,
           uint32_t end)
{
    struct edit_walk walk = {edits, file, begin, end, 0, begin >> PIECE_SHIFT, false};
    walk.by_items =
        file == NULL || edits->n_heads == 0
        || (end >> PIECE_SHIFT) - (begin >> PIECE_SHIFT) >= edits->n_items;
    if (!walk.by_items) {
        walk.next = *head_of(edits, (uint32_t)file->id, walk.piece);
    }
    return walk;
}

static const struct edit *
next_item(struct edit_walk *walk)
{
    while (walk->next < walk->edits->n_items) {
        const struct edit *edit = &walk->edits->items[walk->next++];
        if (edit->file == walk->file && edit->begin <= walk->end
            && edit->end >= walk->begin)
        {
            return edit;
        }
    }
    return NULL;
}

const struct edit *
edit_walk_next(struct edit_walk *walk)
{
    const struct edits *edits = walk->edits;
    if (walk->by_items) {
        return next_item(walk);
    }
    for (;;) {
        while (walk->next != 0) {
            const struct edit_link *link = &edits->links[walk->next];
            const struct edit *edit = &edits->items[link->edit];
            uint32_t from = edit->begin > walk->begin ? edit->begin : walk->begin;
            walk->next = link->next;
            /* One that touches several pieces is given out with the first. */
            if (link->piece == walk->piece && edit->file == walk->file
                && from >> PIECE_SHIFT == walk->piece && edit->begin <= walk->end
                && edit->end >= walk->begin)
            {
                return edit;
            }
        }
        if (walk->piece == walk->end >> PIECE_SHIFT) {
            return NULL;
        }
        walk->piece++;
        walk->next = *head_of(edits, (uint32_t)walk->file->id, walk->piece);
    }
}

void
edits_extend(struct edits *edits, size_t i, uint32_t end)
{
    struct edit *edit = &edits->items[i];
    for (uint32_t at = edit->end >> PIECE_SHIFT; at < end >> PIECE_SHIFT; at++) {
        add_link(edits, i, at + 1);
    }
    edit->end = end;
}

void
edits_move(struct edits *edits, const struct source_file *file, uint32_t place,
           const char *text, uint32_t new_place, const char *new_text)
{
    struct edit_walk walk = edits_near(edits, file, place, place);
    for (const struct edit *known; (known = edit_walk_next(&walk)) != NULL;) {
        size_t i = (size_t)(known - edits->items);
        struct edit *edit = &edits->items[i];
        if (edit->begin != place || edit->end != place || edit->covers
            || strcmp(edit->text, text) != 0)
        {
            continue;
        }
        edit->begin = edit->end = new_place;
        edit->text = new_text;
        if (new_place >> PIECE_SHIFT != place >> PIECE_SHIFT) {
            add_link(edits, i, new_place >> PIECE_SHIFT); /* walks pass over the old one */
        }
        return;
    }
}

/* --- adding --------------------------------------------------------------- */

static void
add(struct edits *edits, const struct source_file *file, uint32_t begin, uint32_t end,
    const char *text, const char *reason, bool covers)
{
    struct edit_walk walk = edits_near(edits, file, begin, begin);
    for (const struct edit *known; (known = edit_walk_next(&walk)) != NULL;) {
        if (known->begin == begin && known->end == end && known->covers == covers
            && strcmp(known->text, text) == 0)
        {
            return;
        }
    }
    ARENA_GROW(edits->arena, edits->items, edits->n_items, edits->capacity);
    edits->items[edits->n_items] =
        (struct edit){file, begin, end, text, reason, (uint32_t)edits->n_items, covers};
    edits->n_items++;
    add_links(edits, edits->n_items - 1);
}

void
edits_add(struct edits *edits, const struct source_file *file, uint32_t begin,
          uint32_t end, const char *text, const char *reason)
{
    add(edits, file, begin, end, text, reason, false);
}

void
edits_add_first(struct edits *edits, const struct source_file *file, uint32_t place,
                const char *text, const char *reason)
{
    size_t n_before = edits->n_items, i = 0;
    edits_add(edits, file, place, place, text, reason);
    if (edits->n_items == n_before) {
        return;
    }
    while (i < n_before
           && (edits->items[i].file != file || edits->items[i].begin != place
               || edits->items[i].end != place))
    {
        i++;
    }
    struct edit first = edits->items[n_before];
    memmove(&edits->items[i + 1], &edits->items[i], (n_before - i) * sizeof(first));
    edits->items[i] = first;
    for (; i < edits->n_items; i++) {
        edits->items[i].order = (uint32_t)i;
    }
    edits->n_links = edits->n_heads = 0; /* they name edits by number */
    for (i = 0; i < edits->n_items; i++) {
        add_links(edits, i);
    }
}

void
edits_cover(struct edits *edits, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *text, const char *reason)
{
    add(edits, file, begin, end, text, reason, true);
}

/* --- rendering ------------------------------------------------------------ */

/* By place; insertions before what replaces the text behind them; then outer
 * edits before inner ones. */
static int
edit_compare(const void *a, const void *b)
{
    const struct edit *x = *(const struct edit *const *)a;
    const struct edit *y = *(const struct edit *const *)b;
    bool x_inserts = x->begin == x->end, y_inserts = y->begin == y->end;

    if (x->begin != y->begin) {
        return x->begin < y->begin ? -1 : 1;
    }
    if (x_inserts != y_inserts) {
        return x_inserts ? -1 : 1;
    }
    if (x->end != y->end) {
        return x->end > y->end ? -1 : 1;
    }
    if (x->covers != y->covers) {
        return x->covers ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

static int
refuse_overlap(const struct edit *a, const struct edit *b, struct error *err)
{
    return error_set(err, ERROR_UNSUPPORTED, "two edits overlap at line %u: %s, and %s",
                     source_line(b->file, b->begin), a->reason, b->reason);
}

int
edits_render(const struct edits *edits, const struct source_file *file, uint32_t begin,
             uint32_t end, struct strbuf *out, struct error *err)
{
    const struct edit **inside = NULL;
    size_t n_inside = 0, capacity = 0;
    const struct edit *last = NULL; /* the replacement that ends at `position` */
    uint32_t position = begin;
    int result = 0;

    struct edit_walk walk = edits_near(edits, file, begin, end);
    for (const struct edit *edit; (edit = edit_walk_next(&walk)) != NULL;) {
        if (edit->begin < begin || edit->end > end) {
            continue;
        }
        if (n_inside == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            inside = memory_resize(inside, capacity * sizeof(*inside));
        }
        inside[n_inside++] = edit;
    }
    if (n_inside > 1) {
        qsort(inside, n_inside, sizeof(*inside), edit_compare);
    }
    for (size_t i = 0; i < n_inside; i++) {
        const struct edit *edit = inside[i];
        if (edit->begin < position
            || (last != NULL && edit->begin == last->begin && edit->end == last->end))
        {
            if (last->covers && edit->end <= last->end) {
                continue;
            }
            result = refuse_overlap(last, edit, err);
            break;
        }
        strbuf_add(out, file->text + position, edit->begin - position);
        strbuf_add_string(out, edit->text);
        position = edit->end;
        if (edit->begin != edit->end) {
            last = edit;
        }
    }
    if (result == 0) {
        strbuf_add(out, file->text + position, end - position);
    }
    memory_free(&inside);
    return result;
}

void
edits_add_file(struct edits *edits, const char *path, const char *text)
{
    ARENA_GROW(edits->arena, edits->new_files, edits->n_new_files,
               edits->new_files_capacity);
    edits->new_files[edits->n_new_files++] = (struct new_file){path, text};
}
