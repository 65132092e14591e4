#include "model/edit.h"

#include <stdlib.h>
#include <string.h>

#include "model/source.h"

void
edits_init(struct edits *edits, struct arena *arena)
{
    *edits = (struct edits){.arena = arena};
}

static void
add(struct edits *edits, const struct source_file *file, uint32_t begin, uint32_t end,
    const char *text, const char *reason, bool covers)
{
    for (size_t i = edits->n_items; i-- > 0;) {
        const struct edit *known = &edits->items[i];
        if (known->file == file && known->begin == begin && known->end == end
            && known->covers == covers && strcmp(known->text, text) == 0)
        {
            return;
        }
    }
    ARENA_GROW(edits->arena, edits->items, edits->n_items, edits->capacity);
    edits->items[edits->n_items] =
        (struct edit){file, begin, end, text, reason, (uint32_t)edits->n_items, covers};
    edits->n_items++;
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
}

void
edits_cover(struct edits *edits, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *text, const char *reason)
{
    add(edits, file, begin, end, text, reason, true);
}

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
    return error_set(err, ERROR_UNSUPPORTED,
                     "two changes overlap at line %u: %s, and %s",
                     source_line(b->file, b->begin), a->reason, b->reason);
}

int
edits_render(const struct edits *edits, const struct source_file *file, uint32_t begin,
             uint32_t end, struct strbuf *out, struct error *err)
{
    const struct edit **inside = memory_alloc((edits->n_items + 1) * sizeof(*inside));
    size_t n_inside = 0;
    const struct edit *last = NULL; /* the replacement that ends at `position` */
    uint32_t position = begin;
    int result = 0;

    for (size_t i = 0; i < edits->n_items; i++) {
        const struct edit *edit = &edits->items[i];
        if (edit->file == file && edit->begin >= begin && edit->end <= end) {
            inside[n_inside++] = edit;
        }
    }
    qsort(inside, n_inside, sizeof(*inside), edit_compare);
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
