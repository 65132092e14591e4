#include "commands/quotation.h"

#include <string.h>

#include "base/map.h"
#include "model/tokens.h"

struct entry {
    const struct source_file *file;
};

/* Where line number LINE of FILE ends, without its newline. */
static uint32_t
line_end(const struct source_file *file, unsigned line)
{
    uint32_t begin = file->lines[line - 1];
    uint32_t end = line < file->n_lines ? file->lines[line] : file->size;
    while (end > begin && (file->text[end - 1] == '\n' || file->text[end - 1] == '\r')) {
        end--;
    }
    return end;
}

static void
quote(struct arena *arena, struct finding *finding, const struct source_file *file)
{
    uint32_t begin = file->lines[finding->line - 1];
    uint32_t end = line_end(file, finding->line);
    uint32_t offset = begin + (finding->column != 0 ? finding->column - 1 : 0);
    finding->quote = arena_copy(arena, file->text + begin, end - begin);
    if (finding->column == 0 || offset >= end) {
        return;
    }
    finding->point = source_point(file, offset);
    size_t i = source_token(file, offset);
    if (i < file->n_tokens && file->tokens[i].begin == offset
        && file->tokens[i].end <= end)
    {
        finding->end_column = file->tokens[i].end - begin + 1;
        finding->end_point = source_point(file, file->tokens[i].end);
    }
}

void
findings_quote(struct findings *findings, const struct source *source)
{
    struct map files;
    map_init(&files, findings->arena);
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_project) {
            struct entry *entry = ARENA_NEW(findings->arena, struct entry);
            entry->file = source->files[i];
            map_set_string(&files, entry->file->path, entry);
        }
    }
    for (size_t i = 0; i < findings->n_items; i++) {
        struct finding *finding = &findings->items[i];
        const struct entry *entry =
            finding->path != NULL ? map_find_string(&files, finding->path) : NULL;
        if (entry != NULL && finding->line != 0
            && finding->line <= entry->file->n_lines)
        {
            quote(findings->arena, finding, entry->file);
        }
    }
}
