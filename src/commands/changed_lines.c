#include "commands/changed_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "commands/standard_input.h"
#include "edit/diff.h"

/* The numbers of the added lines of one file, sorted. */
struct added_lines {
    unsigned *items;
    size_t n_items, capacity;
};

/* --- reading ---------------------------------------------------------------------- */

int
changed_lines_read(struct arena *arena, const char *path, struct diff_files *out,
                   struct error *err)
{
    const char *text;
    char *content;
    size_t size;
    if (strcmp(path, "-") == 0) {
        if (standard_input_read(arena, LIMIT_DIFF_SIZE, &text, &size, err) != 0) {
            return -1;
        }
    }
    else if (file_read(arena, path, LIMIT_DIFF_SIZE, &content, &size, NULL, err) != 0) {
        return error_wrap(err, "--changed-lines");
    }
    else {
        text = content;
    }
    return diff_read(arena, text, size, out, err) == 0
               ? 0
               : error_wrap(err, "--changed-lines: %s",
                            strcmp(path, "-") == 0 ? "stdin" : path);
}

/* --- whose lines they are --------------------------------------------------------- */

/* FOLDER and all above it, in ROOTS once each. */
static void
add_roots(struct arena *arena, const char *folder, struct words *roots)
{
    for (int i = 0; i < LIMIT_PATH_DEPTH && !words_have(roots, folder); i++) {
        words_add(arena, roots, folder);
        folder = path_folder(arena, folder);
    }
}

/* The folders in which the paths of a diff may begin. */
static void
find_roots(const struct run *run, struct words *roots)
{
    add_roots(run->arena, run->folder, roots);
    for (size_t i = 0; i < run->operands.n_items; i++) {
        const char *path = path_full(run->arena, run->operands.items[i]);
        const char *folder = file_is_folder(path) ? path : path_folder(run->arena, path);
        add_roots(run->arena, folder, roots);
    }
}

static bool
has_line(const struct source_file *file, const struct diff_line *line)
{
    if (line->number == 0 || line->number > file->n_lines) {
        return false;
    }
    bool is_last = line->number == file->n_lines;
    uint32_t begin = file->lines[line->number - 1];
    uint32_t end = is_last ? file->size : file->lines[line->number];
    while (end > begin && (file->text[end - 1] == '\n' || file->text[end - 1] == '\r')) {
        end--;
    }
    return end - begin == line->size
           && memcmp(file->text + begin, line->text, line->size) == 0;
}

/* The first line that CHANGED says FILE has, and that it has not; NULL: it fits. */
static const struct diff_line *
first_misfit(const struct source_file *file, const struct diff_file *changed)
{
    for (size_t i = 0; i < changed->n_lines; i++) {
        if (!has_line(file, &changed->lines[i])) {
            return &changed->lines[i];
        }
    }
    return NULL;
}

struct known {
    const struct source_file *file;
};

static int
by_number(const void *a, const void *b)
{
    unsigned one = *(const unsigned *)a, other = *(const unsigned *)b;
    return (one > other) - (one < other);
}

static void
mark(struct changed_lines *marking, const struct source_file *file,
     const struct diff_file *changed)
{
    struct added_lines *lines = map_find_string(&marking->lines, file->path);
    if (lines == NULL) {
        lines = ARENA_NEW(marking->arena, struct added_lines);
        map_set_string(&marking->lines, file->path, lines);
    }
    for (size_t i = 0; i < changed->n_lines; i++) {
        if (changed->lines[i].is_added) {
            ARENA_GROW(marking->arena, lines->items, lines->n_items, lines->capacity);
            lines->items[lines->n_items++] = changed->lines[i].number;
            marking->n_lines++;
        }
    }
    if (lines->n_items > 1) {
        qsort(lines->items, lines->n_items, sizeof *lines->items, by_number);
    }
}

/* Mark the lines of CHANGED in the source that it is about, if that was read: the first
 * that has the name and the text. */
static int
mark_file(struct changed_lines *marking, const struct words *roots,
          const struct diff_file *changed, struct error *err)
{
    const char *slash = strchr(changed->path, '/');
    const char *names[] = {slash != NULL ? slash + 1 : changed->path, changed->path};
    const struct source_file *misfit = NULL;
    for (size_t i = 0; i < roots->n_items; i++) {
        for (size_t k = 0; k < ARRAY_LENGTH(names); k++) {
            const char *path = path_full(
                marking->arena, path_join(marking->arena, roots->items[i], names[k]));
            const struct known *known = map_find_string(&marking->files, path);
            const struct source_file *file = known != NULL ? known->file : NULL;
            if (file != NULL && first_misfit(file, changed) == NULL) {
                mark(marking, file, changed);
                return 0;
            }
            misfit = misfit != NULL ? misfit : file;
        }
    }
    if (misfit == NULL) {
        return 0;
    }
    return error_set(err, ERROR_FORMAT,
                     "the diff does not fit %s: line %u is another one there; make the "
                     "diff again, against the files as they are",
                     misfit->path, first_misfit(misfit, changed)->number);
}

static void
marking_init(struct changed_lines *marking, struct arena *arena,
             const struct source *source)
{
    *marking = (struct changed_lines){.arena = arena};
    map_init(&marking->files, arena);
    map_init(&marking->lines, arena);
    for (size_t i = 0; i < source->n_files; i++) {
        struct known *known = ARENA_NEW(arena, struct known);
        known->file = source->files[i];
        map_set_string(&marking->files, known->file->real_path, known);
    }
}

int
changed_lines_mark(const struct run *run, const struct diff_files *diff,
                   const struct source *source, struct changed_lines *out,
                   struct error *err)
{
    struct words roots = {0};
    marking_init(out, run->arena, source);
    find_roots(run, &roots);
    for (size_t i = 0; i < diff->n_items; i++) {
        if (mark_file(out, &roots, &diff->items[i], err) != 0) {
            return error_wrap(err, "--changed-lines");
        }
    }
    return 0;
}

/* --- the findings ----------------------------------------------------------------- */

/* Where the lines of a file that was edited come from. */
struct origins {
    const unsigned *lines;
    size_t n_lines;
};

/* By path, for each file of SOURCE that has another text than when its lines were
 * marked. */
static void
find_origins(const struct changed_lines *changed, const struct source *source,
             struct map *out)
{
    map_init(out, changed->arena);
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        const struct known *known = map_find_string(&changed->files, file->real_path);
        if (known == NULL || known->file == file
            || (known->file->size == file->size
                && memcmp(known->file->text, file->text, file->size) == 0))
        {
            continue;
        }
        struct origins *origins = ARENA_NEW(changed->arena, struct origins);
        origins->lines = diff_origins(changed->arena, known->file->text, known->file->size,
                                      file->text, file->size, &origins->n_lines);
        map_set_string(out, file->path, origins);
    }
}

static bool
is_changed(const struct changed_lines *changed, const struct map *edited,
           const struct finding *finding)
{
    if (finding->path == NULL) {
        return false;
    }
    const struct added_lines *lines = map_find_string(&changed->lines, finding->path);
    const struct origins *origins = map_find_string(edited, finding->path);
    unsigned line = finding->line;
    if (origins != NULL && line != 0 && line <= origins->n_lines) {
        line = origins->lines[line - 1];
        if (line == 0) {
            return true;
        }
    }
    return lines != NULL && lines->n_items != 0
           && bsearch(&line, lines->items, lines->n_items, sizeof *lines->items, by_number)
                  != NULL;
}

void
changed_lines_keep(const struct changed_lines *changed, const struct source *source,
                   struct findings *findings)
{
    struct map edited;
    size_t kept = 0;
    find_origins(changed, source, &edited);
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        if (is_changed(changed, &edited, finding)
            || strcmp(finding->rule, "parse-error") == 0)
        {
            findings->items[kept++] = *finding;
        }
    }
    findings->n_items = kept;
}
