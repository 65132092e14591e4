#include "commands/thread_findings.h"

#include <string.h>

#include "base/strbuf.h"

static bool
is_of_threads(const struct finding *finding)
{
    return finding->level != LEVEL_NOTE
           && (string_starts(finding->rule, "thread-")
               || strcmp(finding->rule, "claim-gil-not-used") == 0);
}

/* --- places -------------------------------------------------------------------------------- */

static struct range
line_of(const struct source_file *file, size_t i)
{
    uint32_t begin = file->lines[i];
    return (struct range){begin, i + 1 < file->n_lines ? file->lines[i + 1] : file->size};
}

static bool
is_same_line(const struct source_file *one, size_t i, const struct source_file *other,
             size_t k)
{
    struct range a = line_of(one, i), b = line_of(other, k);
    return a.end - a.begin == b.end - b.begin
           && memcmp(one->text + a.begin, other->text + b.begin, a.end - a.begin) == 0;
}

/* The line of OLD with the text of line I of NEW, for the same time; n_lines if there is
 * none.  All lines count from 0. */
static size_t
same_line(const struct source_file *old, const struct source_file *new, size_t i)
{
    size_t n_wanted = 1, k = 0;
    for (size_t j = 0; j < i; j++) {
        n_wanted += is_same_line(new, j, new, i);
    }
    for (; k < old->n_lines; k++) {
        if (is_same_line(old, k, new, i) && --n_wanted == 0) {
            return k;
        }
    }
    return k;
}

/* The same, of the nearest line above I that OLD has. */
static size_t
line_before(const struct source_file *old, const struct source_file *new, size_t i)
{
    for (size_t at = i + 1; at-- > 0;) {
        struct range line = line_of(new, at);
        size_t found = line.end - line.begin > 2 ? same_line(old, new, at) : old->n_lines;
        if (found < old->n_lines) {
            return found + (i - at) < old->n_lines ? found + (i - at) : found;
        }
    }
    return 0;
}

static const struct source_file *
file_at(const struct source *source, const char *path)
{
    for (size_t i = 0; path != NULL && i < source->n_files; i++) {
        if (strcmp(source->files[i]->path, path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

/* Let OFFSET in the file at PATH of AFTER be where its line is in BEFORE; NULL: there is no
 * such file. */
static const struct source_file *
move_offset(const struct source *after, const struct source *before, const char *path,
            uint32_t *offset)
{
    const struct source_file *new = file_at(after, path), *old = file_at(before, path);
    if (new == NULL || old == NULL || new == old) {
        return NULL;
    }
    size_t line = source_line(new, *offset) - 1, column = *offset - new->lines[line];
    size_t k = line_before(old, new, line);
    struct range range = line_of(old, k);
    *offset = range.begin + column < range.end ? (uint32_t)(range.begin + column)
                                               : range.begin;
    return old;
}

void
findings_place_before(const struct source *after, const struct source *before,
                      struct findings *findings, size_t first)
{
    for (size_t i = first; i < findings->n_items; i++) {
        struct finding *finding = &findings->items[i];
        uint32_t offset = (uint32_t)finding->offset;
        const struct source_file *file =
            finding->line != 0 ? move_offset(after, before, finding->path, &offset) : NULL;
        if (file != NULL) {
            finding->offset = offset;
            finding->line = source_line(file, offset);
            finding->column = source_column(file, offset);
        }
    }
}

void
guards_place_before(const struct source *after, const struct source *before,
                    struct conversion_plan *plan)
{
    for (size_t i = 0; i < plan->n_modules; i++) {
        struct module_plan *module = &plan->modules[i];
        for (size_t k = 0; k < module->n_guards; k++) {
            struct plan_place *place = &module->guards[k].place;
            uint32_t offset = place->offset;
            const struct source_file *file =
                move_offset(after, before, place->path, &offset);
            if (file != NULL) {
                *place = plan_place_at(file, offset);
            }
        }
    }
}

void
thread_findings_keep(struct work *work, const struct source *source,
                     const struct findings *found)
{
    findings_init(&work->threads, work->run->arena);
    for (size_t i = 0; work->options.threads && i < found->n_items; i++) {
        const struct finding *finding = &found->items[i];
        if (!is_of_threads(finding)) {
            continue;
        }
        finding_copy(&work->threads, finding);
        struct finding *kept = &work->threads.items[work->threads.n_items - 1];
        if (kept->module == NULL && work->result.n_modules == 1) {
            kept->module = work->result.modules[0].name;
        }
    }
    findings_place_before(source, work->source, &work->threads, 0);
}
