/* Read, write out what is needed, and read again: in memory, until nothing is left to. */
#include "convert/preparation/readings.h"

#include <stdlib.h>
#include <string.h>

#include "convert/preparation/preparation.h"

static bool
touches(const struct edits *edits, const struct source_file *file)
{
    for (size_t i = 0; i < edits->n_items; i++) {
        if (edits->items[i].file == file) {
            return true;
        }
    }
    return false;
}

static size_t
text_of_path(const struct source_text *texts, size_t n_texts, const char *real_path)
{
    size_t i = 0;
    while (i < n_texts && strcmp(texts[i].real_path, real_path) != 0) {
        i++;
    }
    return i;
}

int
prepared_read(struct arena *arena, const struct source_reader *reader,
              const struct source_text *texts_given, size_t n_texts_given,
              const struct convert_options *options, struct prepared *out,
              struct error *err)
{
    struct source_text *texts = NULL;
    size_t n_texts = 0, capacity = 0;

    *out = (struct prepared){0};
    for (size_t i = 0; i < n_texts_given; i++) {
        ARENA_GROW(arena, texts, n_texts, capacity);
        texts[n_texts++] = texts_given[i];
    }
    for (;;) {
        struct reading *reading = &out->readings[out->n_readings++];
        if (reader->read(reader->data, texts, n_texts, &reading->source, err) != 0) {
            return -1;
        }
        out->source = reading->source;
        edits_init(&reading->edits, arena);
        if (out->n_readings == MAX_READINGS) {
            return 0;
        }
        prepare_source(reading->source, options, arena, &reading->edits);
        if (reading->edits.n_items == 0) {
            return 0;
        }
        for (size_t i = 0; i < reading->source->n_files; i++) {
            const struct source_file *file = reading->source->files[i];
            CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
            if (!touches(&reading->edits, file)) {
                continue;
            }
            if (edits_render(&reading->edits, file, 0, file->size, &text, err) != 0) {
                return -1;
            }
            size_t k = text_of_path(texts, n_texts, file->real_path);
            if (k == n_texts) {
                ARENA_GROW(arena, texts, n_texts, capacity);
                n_texts++;
            }
            texts[k] = (struct source_text){
                file->real_path, arena_copy(arena, text.text, text.size), text.size};
        }
    }
}

const struct source_file *
prepared_original(const struct prepared *prepared, const char *real_path)
{
    const struct source *source = prepared->readings[0].source;
    for (size_t i = 0; i < source->n_files; i++) {
        if (strcmp(source->files[i]->real_path, real_path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

/* --- places ------------------------------------------------------------------------- */

static int
compare_edits(const void *a, const void *b)
{
    const struct edit *const *x = a, *const *y = b;
    if ((*x)->begin != (*y)->begin) {
        return (*x)->begin < (*y)->begin ? -1 : 1;
    }
    return (*x)->order < (*y)->order ? -1 : 1;
}

/* Where the byte at OFFSET was before READING's edits in the file at PATH. */
static uint32_t
offset_before(const struct reading *reading, const char *path, uint32_t offset)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const struct edit **edits =
        ARENA_ARRAY(arena, const struct edit *, reading->edits.n_items + 1);
    size_t n = 0;
    int64_t grown = 0;

    for (size_t i = 0; i < reading->edits.n_items; i++) {
        if (strcmp(reading->edits.items[i].file->path, path) == 0) {
            edits[n++] = &reading->edits.items[i];
        }
    }
    qsort(edits, n, sizeof(*edits), compare_edits);
    for (size_t i = 0; i < n; i++) {
        int64_t begin = (int64_t)edits[i]->begin + grown;
        int64_t size = (int64_t)strlen(edits[i]->text);
        if ((int64_t)offset < begin) {
            break;
        }
        if ((int64_t)offset < begin + size) {
            return edits[i]->begin;
        }
        grown += size - ((int64_t)edits[i]->end - (int64_t)edits[i]->begin);
    }
    return (uint32_t)((int64_t)offset - grown);
}

/* Let OFFSET, in the file at PATH that was read last, be where it is in the file on disk,
 * which is returned; NULL: there is none. */
static const struct source_file *
place_before(const struct prepared *prepared, const char *path, uint32_t *offset)
{
    const struct source *first = prepared->readings[0].source;
    const struct source_file *file = NULL;
    for (size_t i = 0; path != NULL && i < first->n_files; i++) {
        if (strcmp(first->files[i]->path, path) == 0) {
            file = first->files[i];
        }
    }
    for (size_t i = prepared->n_readings; file != NULL && i-- > 1;) {
        *offset = offset_before(&prepared->readings[i - 1], path, *offset);
    }
    return file;
}

void
prepared_place(const struct prepared *prepared, struct findings *findings)
{
    for (size_t i = 0; prepared->n_readings > 1 && i < findings->n_items; i++) {
        struct finding *finding = &findings->items[i];
        uint32_t offset = (uint32_t)finding->offset;
        const struct source_file *file =
            finding->line != 0 ? place_before(prepared, finding->path, &offset) : NULL;
        if (file != NULL) {
            finding->offset = offset;
            finding->line = source_line(file, offset);
            finding->column = source_column(file, offset);
        }
    }
}

static void
place_in_plan(struct plan_place *place, const void *context)
{
    uint32_t offset = place->offset;
    const struct source_file *file = place_before(context, place->path, &offset);
    if (file != NULL) {
        *place = plan_place_at(file, offset);
    }
}

void
prepared_place_plan(const struct prepared *prepared, struct conversion_plan *plan)
{
    if (prepared->n_readings > 1) {
        plan_visit_places(plan, place_in_plan, prepared);
    }
}
