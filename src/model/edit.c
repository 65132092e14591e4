#include "model/edit.h"

#include <string.h>

void
edits_init(struct edits *edits, struct arena *arena)
{
    *edits = (struct edits){.arena = arena};
}

void
edits_add(struct edits *edits, const struct source_file *file, uint32_t begin,
          uint32_t end, const char *text, const char *reason)
{
    for (size_t i = edits->n_items; i-- > 0;) {
        const struct edit *known = &edits->items[i];
        if (known->file == file && known->begin == begin && known->end == end
            && strcmp(known->text, text) == 0)
        {
            return;
        }
    }
    ARENA_GROW(edits->arena, edits->items, edits->n_items, edits->capacity);
    edits->items[edits->n_items] =
        (struct edit){file, begin, end, text, reason, (uint32_t)edits->n_items};
    edits->n_items++;
}

void
edits_add_file(struct edits *edits, const char *path, const char *text)
{
    ARENA_GROW(edits->arena, edits->new_files, edits->n_new_files,
               edits->new_files_capacity);
    edits->new_files[edits->n_new_files++] = (struct new_file){path, text};
}
